package org.portolan.wiki.web;

import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiPage;
import org.portolan.wikitext.site.Title;

/** Entry points of the wiki, and information about the whole wiki. */
final class SitePages {
  private final Wiki wiki;
  private final Views views;

  SitePages(Wiki wiki, Views views) {
    this.wiki = wiki;
    this.views = views;
  }

  Reply main(Request request) {
    return Reply.redirect(302, Frame.Paths.of("wiki", views.mainPage()));
  }

  Reply random(Request request) {
    Optional<String> title = wiki.randomTitle(ThreadLocalRandom.current());
    return title
        .map(found -> Reply.redirect(302, Frame.Paths.of("wiki", found)))
        .orElseThrow(() -> new Failure(404, "random.none"));
  }

  Reply go(Request request) {
    String written = request.query().getOrDefault("title", "").strip();
    if (written.isEmpty()) {
      return Reply.redirect(302, "/pages");
    }
    Title title =
        views
            .site()
            .title(written)
            .orElseThrow(() -> new Failure(400, "title.none", "title", written));
    return Reply.redirect(302, Frame.Paths.of("wiki", title.full()));
  }

  Reply statistics(Request request) {
    return Reply.html(
        200,
        views.fill(
            "statistics",
            views.plain("statistics", views.messages().of("nav.statistics")),
            wiki.statistics()));
  }

  Reply raw(Request request) {
    Title title = Titles.named(views.site(), request.rest());
    Optional<Long> revision = request.number("revision");
    WikiPage page =
        (revision.isPresent()
                ? wiki.revision(title.full(), revision.get())
                : wiki.page(title.full()))
            .orElseThrow(() -> new Failure(404, "page.none", "title", title.full()));
    byte[] text = ViewPages.bytes(page.text());
    return Reply.of(Reply.TEXT, text, ViewPages.etag(page.revision().id(), text))
        .unlessKnown(request.etag());
  }
}
