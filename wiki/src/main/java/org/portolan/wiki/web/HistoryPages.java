package org.portolan.wiki.web;

import java.util.Optional;
import org.portolan.wiki.Listing;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiPage;
import org.portolan.wikitext.site.Title;

/** The history of a page, and its changes. */
final class HistoryPages {
  private static final int REVISIONS_PER_PAGE = 50;

  private final Wiki wiki;
  private final Views views;

  HistoryPages(Wiki wiki, Views views) {
    this.wiki = wiki;
    this.views = views;
  }

  /** The data for {@code history.jte}. */
  record History(
      String title,
      Listing<RevisionInfo> revisions,
      Optional<String> startPath,
      Optional<String> nextPath) {}

  /** The data for {@code diff.jte}. */
  record Comparison(String title, RevisionInfo from, RevisionInfo to, TextDiff diff) {}

  Reply history(Request request) {
    Title title = Titles.named(views.site(), request.rest());
    Listing<RevisionInfo> revisions =
        wiki.history(title.full(), Queries.page(request, REVISIONS_PER_PAGE));
    boolean first = request.parameter("after").isEmpty();
    if (revisions.entries().isEmpty() && first) {
      throw new Failure(404, "history.none", "title", title.full());
    }
    String here = Frame.Paths.of("history", title.full());
    Optional<String> next =
        revisions.next().map(cursor -> here + "?after=" + Queries.encode(cursor));
    return Reply.html(
        200,
        views.fill(
            "history",
            views.about(
                title.full(),
                "history",
                views.messages().of("history.heading", "title", title.full())),
            new History(
                title.full(), revisions, first ? Optional.empty() : Optional.of(here), next)));
  }

  Reply diff(Request request) {
    Title title = Titles.named(views.site(), request.rest());
    WikiPage to =
        request.query().containsKey("to") ? revision(title, request, "to") : current(title);
    WikiPage from =
        request.query().containsKey("from") ? revision(title, request, "from") : parent(title, to);
    boolean backwards = from.revision().id() > to.revision().id();
    WikiPage earlier = backwards ? to : from;
    WikiPage later = backwards ? from : to;
    var comparison =
        new Comparison(
            title.full(),
            earlier.revision(),
            later.revision(),
            TextDiff.between(earlier.text(), later.text()));
    return Reply.html(
        200,
        views.fill(
            "diff",
            views.about(
                title.full(), "diff", views.messages().of("diff.heading", "title", title.full())),
            comparison));
  }

  private WikiPage current(Title title) {
    return wiki.page(title.full())
        .orElseThrow(() -> new Failure(404, "page.none", "title", title.full()));
  }

  private WikiPage parent(Title title, WikiPage page) {
    return wiki.revision(title.full(), page.revision().parentId())
        .orElseThrow(
            () ->
                new Failure(
                    404,
                    "diff.first",
                    "title",
                    title.full(),
                    "id",
                    Long.toString(page.revision().id())));
  }

  private WikiPage revision(Title title, Request request, String name) {
    long id =
        request.number(name).orElseThrow(() -> new Failure(400, "address.revision", "name", name));
    return wiki.revision(title.full(), id).orElseThrow(() -> revisionNone(title, id));
  }

  /** Returns the failure that a page has no such revision. */
  static Failure revisionNone(Title title, long id) {
    return new Failure(404, "revision.none", "title", title.full(), "id", Long.toString(id));
  }
}
