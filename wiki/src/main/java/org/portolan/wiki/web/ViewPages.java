package org.portolan.wiki.web;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.portolan.wiki.Listing;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiPage;
import org.portolan.wiki.render.LocalLinks;
import org.portolan.wiki.render.Renderer;
import org.portolan.wiki.render.Rendering;
import org.portolan.wiki.text.WikiPages;
import org.portolan.wikitext.expand.PageFacts;
import org.portolan.wikitext.message.TextMessages;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.Title;

/**
 * Views of pages. A page costs one read of its row and one batched read of the revision ids of the
 * pages that it links to, besides its templates. A cached page costs at most the batched read,
 * which then also shows whether page and templates have changed.
 */
final class ViewPages {
  static final int MEMBERS_PER_PAGE = 200;

  private final Wiki wiki;
  private final WikiPages pages;
  private final Renderer renderer;
  private final Views views;
  private final WriteCount writes;
  private final long recheckNanos;
  private final Cache<String, CachedPage> cache;

  ViewPages(Wiki wiki, Renderer renderer, Views views, WriteCount writes, ServerOptions options) {
    this.wiki = wiki;
    this.pages = new WikiPages(wiki);
    this.renderer = renderer;
    this.views = views;
    this.writes = writes;
    this.recheckNanos = options.recheckInterval().toNanos();
    this.cache =
        Caffeine.newBuilder()
            .maximumWeight(options.cacheBytesMax())
            .<String, CachedPage>weigher((path, page) -> path.length() + page.bytes())
            .executor(Runnable::run)
            .build();
  }

  /** The data for {@code view.jte}. */
  record View(
      String html,
      List<CategoryLink> categories,
      List<LanguageLink> languages,
      Optional<RevisionInfo> revision,
      Optional<RevisionInfo> old,
      Optional<String> redirectedFrom,
      Optional<String> redirectsTo,
      boolean redirectsElsewhere,
      Optional<Listing<String>> members,
      boolean firstMembers) {}

  record CategoryLink(String name, String path, boolean exists) {}

  record LanguageLink(String code, String path) {}

  Reply answer(Request request) {
    if (request.query().isEmpty()) {
      CachedPage cached = cache.getIfPresent(request.rest());
      if (cached != null && isCurrent(cached)) {
        return cached.reply().unlessKnown(request.etag());
      }
    }
    Title title = Titles.named(views.site(), request.rest());
    if (!Titles.isCanonical(request.rest(), title)) {
      String query = request.query().isEmpty() ? "" : "?" + Queries.of(request.query());
      return Reply.redirect(301, Frame.Paths.of("wiki", title.full()) + query);
    }
    if (request.query().containsKey("revision")) {
      return old(title, request);
    }
    Optional<WikiPage> page = wiki.page(title.full());
    if (page.isEmpty()) {
      return missing(title);
    }
    boolean follow = !request.query().getOrDefault("redirect", "").equals("no");
    Optional<WikiPage> target =
        follow ? page.get().redirect().flatMap(wiki::page) : Optional.empty();
    return view(request, title, page.get(), target).unlessKnown(request.etag());
  }

  /** Returns a cached page if its own revision alone shows that it is current. */
  Optional<Reply> ready(String rest, Optional<String> etag) {
    CachedPage cached = cache.getIfPresent(rest);
    if (cached == null || !isTrusted(cached) || !isSameRevision(cached)) {
      return Optional.empty();
    }
    return Optional.of(cached.reply().unlessKnown(etag));
  }

  private boolean isTrusted(CachedPage cached) {
    return !cached.isOver(System.nanoTime())
        && cached.check().writes == writes.now()
        && System.nanoTime() - cached.check().atNanos < recheckNanos;
  }

  private boolean isSameRevision(CachedPage cached) {
    OptionalLong current = wiki.revisionId(cached.title());
    return current.isPresent() && current.getAsLong() == cached.revisionId();
  }

  private boolean isCurrent(CachedPage cached) {
    if (isTrusted(cached)) {
      return isSameRevision(cached);
    }
    long now = System.nanoTime();
    if (cached.isOver(now)) {
      return false;
    }
    long written = writes.now();
    Map<String, Long> ids = wiki.revisionIds(cached.watched());
    if (!cached.sameTexts(ids) || !cached.sameLinks(ids)) {
      return false;
    }
    cached.check().atNanos = now;
    cached.check().writes = written;
    return true;
  }

  private Reply view(Request request, Title title, WikiPage page, Optional<WikiPage> target) {
    long now = System.nanoTime();
    long written = writes.now();
    WikiPage shown = target.orElse(page);
    Title shownTitle = new Title(shown.namespace(), shown.title());
    boolean isRedirect = shown.redirect().isPresent();
    Rendering rendering = render(request.contributor(), shownTitle, shown);
    Map<String, Long> dependencies = new HashMap<>(rendering.templates());
    target.ifPresent(found -> dependencies.put(found.title(), found.revision().id()));
    Set<String> existing = wiki.revisionIds(CachedPage.linked(rendering)).keySet();
    boolean category = shown.namespace() == Namespace.CATEGORY;
    var view =
        new View(
            html(rendering, existing),
            categories(rendering, existing),
            languages(rendering),
            Optional.of(shown.revision()),
            Optional.empty(),
            target.map(found -> title.full()),
            isRedirect ? shown.redirect() : Optional.empty(),
            redirectsElsewhere(shown),
            category ? Optional.of(members(shown.title(), request)) : Optional.empty(),
            !request.query().containsKey("after"));
    byte[] html = views.fill("view", views.content(shown.title()), view);
    Reply reply = Reply.of(Reply.HTML, html, etag(shown.revision().id(), html));
    if (request.query().isEmpty() && !category && rendering.lasting()) {
      cache.put(
          request.rest(),
          new CachedPage(
              title.full(),
              page.revision().id(),
              Map.copyOf(dependencies),
              rendering,
              Set.copyOf(existing),
              reply,
              rendering
                  .lifetime()
                  .map(life -> OptionalLong.of(now + life.toNanos()))
                  .orElse(OptionalLong.empty()),
              new CachedPage.Check(now, written)));
    }
    return reply;
  }

  private Listing<String> members(String title, Request request) {
    return wiki.members(title, Queries.page(request, MEMBERS_PER_PAGE));
  }

  private Rendering render(String client, Title title, WikiPage page) {
    if (!page.revision().model().equals(RevisionInfo.WIKITEXT)) {
      return renderer.preformatted(page.text());
    }
    RevisionInfo revision = page.revision();
    var facts =
        new PageFacts(
            title,
            page.pageId(),
            revision.id(),
            revision.timestamp(),
            revision.contributor(),
            revision.bytes());
    return renderer.render(client, facts, RedirectText.without(page), pages);
  }

  private String html(Rendering rendering, Set<String> existing) {
    Set<String> missing = new HashSet<>(rendering.body().titles());
    missing.removeAll(existing);
    // Virtual pages ("Special:…") are neither in the store nor missing.
    missing.removeIf(
        title -> views.site().pageTitle(title).filter(each -> each.namespace() >= 0).isEmpty());
    return rendering.body().html(new LocalLinks(missing, TextMessages.of(views.site().language())));
  }

  private List<CategoryLink> categories(Rendering rendering, Set<String> existing) {
    return rendering.categories().stream()
        .map(
            title -> {
              boolean exists = existing.contains(title);
              // A category has members even if its page does not exist.
              return new CategoryLink(
                  title.substring(title.indexOf(':') + 1), Frame.Paths.of("wiki", title), exists);
            })
        .toList();
  }

  private static List<LanguageLink> languages(Rendering rendering) {
    return rendering.languages().stream()
        .map(
            link -> {
              int colon = link.indexOf(':');
              String code = link.substring(0, colon);
              return new LanguageLink(
                  code,
                  "https://"
                      + code
                      + ".wikipedia.org/wiki/"
                      + org.portolan.wiki.render.TitlePath.encode(
                          link.substring(colon + 1).strip()));
            })
        .toList();
  }

  private boolean redirectsElsewhere(WikiPage page) {
    return page.redirect().flatMap(views.site()::elsewhere).isPresent();
  }

  private Reply old(Title title, Request request) {
    long id =
        request
            .number("revision")
            .orElseThrow(() -> new Failure(400, "address.revision", "name", "revision"));
    WikiPage page =
        wiki.revision(title.full(), id).orElseThrow(() -> HistoryPages.revisionNone(title, id));
    Rendering rendering = render(request.contributor(), title, page);
    Set<String> existing = wiki.revisionIds(CachedPage.linked(rendering)).keySet();
    var view =
        new View(
            html(rendering, existing),
            categories(rendering, existing),
            languages(rendering),
            Optional.of(page.revision()),
            Optional.of(page.revision()),
            Optional.empty(),
            page.redirect(),
            redirectsElsewhere(page),
            Optional.empty(),
            true);
    Frame frame = views.content(title.full()).unlisted();
    byte[] html = views.fill("view", frame, view);
    return Reply.of(Reply.HTML, html, etag(id, html)).unlessKnown(request.etag());
  }

  /** A category without a page can have members. */
  private Reply missing(Title title) {
    if (title.namespace() == Namespace.CATEGORY) {
      Listing<String> members =
          wiki.members(title.full(), org.portolan.wiki.ListingRequest.first(MEMBERS_PER_PAGE));
      if (!members.entries().isEmpty()) {
        return Reply.html(
            404, views.fill("missing", views.content(title.full()).unlisted(), members));
      }
    }
    return Reply.html(
        404,
        views.fill(
            "missing",
            views.content(title.full()).unlisted(),
            new Listing<String>(List.of(), Optional.empty())));
  }

  /** Returns the HTML of a text that is not saved yet. */
  String preview(String client, PageFacts facts, String text) {
    Rendering rendering = renderer.render(client, facts, text, pages);
    return html(rendering, wiki.revisionIds(rendering.body().titles()).keySet());
  }

  /** Returns a text as it is to be saved, see {@link Renderer#saved}. */
  String saved(String client, PageFacts facts, String text) {
    return renderer.saved(client, facts, text, pages);
  }

  static String etag(long revisionId, byte[] body) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(body);
      String tag = HexFormat.of().formatHex(digest, 0, 8);
      return '"' + Long.toString(revisionId) + '-' + tag + '"';
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
