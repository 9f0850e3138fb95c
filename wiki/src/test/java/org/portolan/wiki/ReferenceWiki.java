package org.portolan.wiki;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.portolan.wiki.PageHistory.FullRevision;
import org.portolan.wiki.SaveOutcome.Conflict;
import org.portolan.wiki.SaveOutcome.Saved;
import org.portolan.wiki.SaveOutcome.Unchanged;
import org.portolan.wiki.text.LinkReader;
import org.portolan.wiki.text.SiteLanguage;
import org.portolan.wiki.text.WikiPages;
import org.portolan.wikitext.limit.TextLimits;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.SiteInfo;
import org.portolan.wikitext.site.Title;
import org.portolan.wikitext.text.LinkExtractor;
import org.portolan.wikitext.text.PageLinks;

/**
 * The simplest implementation of {@link Wiki}: a sorted map of pages, with every list computed from
 * all pages. Cursors are positions, so they are valid only while nothing is written. Used by one
 * thread.
 */
public final class ReferenceWiki implements Wiki {
  /**
   * The order of code points, which is the order of bytes in UTF-8 and not that of {@code String}.
   */
  public static final Comparator<String> CODE_POINT_ORDER =
      (left, right) ->
          java.util.Arrays.compareUnsigned(
              left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));

  private final TreeMap<String, Page> pages = new TreeMap<>(CODE_POINT_ORDER);
  private final Map<String, PageLinks> named = new HashMap<>();
  private SiteInfo site = SiteInfo.standard("Wiki", "en");
  private SiteLanguage language = new SiteLanguage(site);

  private static final class Page {
    final long id;
    final Title title;
    final TreeMap<Long, FullRevision> revisions = new TreeMap<>();
    final Map<String, Comment> comments = new TreeMap<>();

    Page(long id, Title title) {
      this.id = id;
      this.title = title;
    }

    FullRevision newest() {
      return revisions.lastEntry().getValue();
    }
  }

  @Override
  public SiteInfo site() {
    return site;
  }

  @Override
  public void site(SiteInfo newSite) {
    site = newSite;
    language = new SiteLanguage(newSite);
    named.clear();
  }

  /** Returns what a page names now; worked out once for each state of all pages. */
  private PageLinks links(Page page) {
    return named.computeIfAbsent(page.title.full(), title -> links(page, page.newest()));
  }

  private PageLinks links(Page page, FullRevision revision) {
    return new LinkReader(language)
        .read(page.title, revision.info(), revision.text(), new WikiPages(this), TextLimits.DEFAULT)
        .links();
  }

  private Optional<String> redirect(Page page, FullRevision revision) {
    return revision.info().model().equals(RevisionInfo.WIKITEXT)
        ? new LinkExtractor(site).redirect(page.title, revision.text())
        : Optional.empty();
  }

  private WikiPage view(Page page, FullRevision revision) {
    return new WikiPage(
        page.title.full(),
        page.title.namespace(),
        page.id,
        redirect(page, revision),
        revision.info(),
        revision.text(),
        revision.info().id() == page.newest().info().id());
  }

  @Override
  public boolean local() {
    return true;
  }

  @Override
  public Optional<WikiPage> page(String title) {
    return Optional.ofNullable(pages.get(title)).map(page -> view(page, page.newest()));
  }

  @Override
  public Map<String, WikiPage> pages(Collection<String> titles) {
    Map<String, WikiPage> found = new LinkedHashMap<>();
    titles.forEach(title -> page(title).ifPresent(page -> found.put(title, page)));
    return found;
  }

  @Override
  public Map<String, Long> revisionIds(Collection<String> titles) {
    Map<String, Long> ids = new LinkedHashMap<>();
    pages(titles).forEach((title, page) -> ids.put(title, page.revision().id()));
    return ids;
  }

  @Override
  public OptionalLong revisionId(String title) {
    return page(title)
        .map(page -> OptionalLong.of(page.revision().id()))
        .orElse(OptionalLong.empty());
  }

  @Override
  public Optional<WikiPage> revision(String title, long revisionId) {
    return Optional.ofNullable(pages.get(title))
        .filter(page -> page.revisions.containsKey(revisionId))
        .map(page -> view(page, page.revisions.get(revisionId)));
  }

  @Override
  public Listing<RevisionInfo> history(String title, ListingRequest request) {
    Page page = pages.get(title);
    return page == null
        ? listing(List.of(), request)
        : listing(
            page.revisions.descendingMap().values().stream().map(FullRevision::info).toList(),
            request);
  }

  private static <T> Listing<T> listing(List<T> all, ListingRequest request) {
    int from = request.after().map(Integer::parseInt).orElse(0);
    int to = Math.min(all.size(), from + request.limit());
    return new Listing<>(
        all.subList(from, to),
        to < all.size() ? Optional.of(Integer.toString(to)) : Optional.empty());
  }

  private Listing<String> naming(
      String title, Function<PageLinks, Collection<String>> names, ListingRequest request) {
    return listing(
        pages.entrySet().stream()
            .filter(entry -> names.apply(links(entry.getValue())).contains(title))
            .map(Map.Entry::getKey)
            .toList(),
        request);
  }

  @Override
  public Listing<String> backlinks(String title, ListingRequest request) {
    return naming(title, PageLinks::links, request);
  }

  @Override
  public Listing<String> members(String title, ListingRequest request) {
    return naming(title, PageLinks::categories, request);
  }

  @Override
  public Listing<String> uses(String title, ListingRequest request) {
    return naming(title, PageLinks::templates, request);
  }

  @Override
  public Listing<String> titles(ListingRequest request) {
    return listing(List.copyOf(pages.keySet()), request);
  }

  @Override
  public Listing<String> titlesFrom(String start, ListingRequest request) {
    return listing(List.copyOf(pages.tailMap(start).keySet()), request);
  }

  @Override
  public Optional<String> randomTitle(RandomGenerator random) {
    return pages.keySet().stream().skip(random.nextInt(Math.max(1, pages.size()))).findFirst();
  }

  @Override
  public Statistics statistics() {
    return new Statistics(
        pages.size(),
        pages.values().stream().filter(this::isArticle).count(),
        pages.values().stream().mapToLong(page -> page.revisions.size()).sum());
  }

  @Override
  public List<PendingJob> jobs(int max) {
    return List.of();
  }

  private boolean isArticle(Page page) {
    return page.title.namespace() == Namespace.ARTICLE
        && links(page).redirect().isEmpty()
        && !links(page).links().isEmpty();
  }

  @Override
  public SaveOutcome save(Edit edit) {
    named.clear();
    Optional<WikiPage> current = page(edit.title());
    long currentId = current.map(page -> page.revision().id()).orElse(0L);
    if (currentId != edit.baseRevisionId()) {
      return new Conflict(edit, current, revision(edit.title(), edit.baseRevisionId()));
    }
    if (current.isPresent() && current.get().text().equals(edit.text())) {
      return new Unchanged(current.get().revision());
    }
    RevisionInfo info =
        made(
            edit,
            Math.max(currentId + 1, edit.timestamp().toEpochMilli()),
            currentId,
            current.map(page -> page.revision().model()).orElse(RevisionInfo.WIKITEXT));
    pages
        .computeIfAbsent(edit.title(), title -> new Page(info.id(), title(title)))
        .revisions
        .put(info.id(), new FullRevision(info, edit.text()));
    return new Saved(info, current.isEmpty());
  }

  private Title title(String full) {
    return site.pageTitle(full).orElseThrow();
  }

  private static RevisionInfo made(Edit edit, long id, long parentId, String model) {
    return new RevisionInfo(
        id,
        parentId,
        edit.timestamp().truncatedTo(ChronoUnit.MICROS),
        edit.contributor(),
        edit.comment(),
        edit.minor(),
        edit.text().getBytes(StandardCharsets.UTF_8).length,
        model);
  }

  @Override
  public boolean delete(String title) {
    named.clear();
    return pages.remove(title) != null;
  }

  @Override
  public MoveOutcome move(Move move) {
    named.clear();
    Page page = pages.get(move.from());
    if (page == null) {
      return MoveOutcome.MISSING;
    }
    if (pages.containsKey(move.to())) {
      return MoveOutcome.TARGET_EXISTS;
    }
    pages.remove(move.from());
    Page moved = new Page(page.id, title(move.to()));
    moved.revisions.putAll(page.revisions);
    moved.comments.putAll(page.comments);
    pages.put(move.to(), moved);
    if (move.leaveRedirect()) {
      Edit edit =
          new Edit(
              move.from(),
              "#REDIRECT [[" + move.to() + "]]",
              move.contributor(),
              move.comment(),
              false,
              0,
              move.timestamp());
      long id = Math.max(page.newest().info().id() + 1, move.timestamp().toEpochMilli());
      Page redirect = new Page(id, page.title);
      redirect.revisions.put(
          id, new FullRevision(made(edit, id, 0, RevisionInfo.WIKITEXT), edit.text()));
      pages.put(move.from(), redirect);
    }
    return MoveOutcome.MOVED;
  }

  @Override
  public boolean comment(String title, Comment comment) {
    Page page = pages.get(title);
    if (page == null) {
      return false;
    }
    Instant time = comment.time().truncatedTo(ChronoUnit.MICROS);
    page.comments.put(
        String.format("%020d", ChronoUnit.MICROS.between(Instant.EPOCH, time))
            + comment.contributor(),
        new Comment(time, comment.contributor(), comment.text()));
    return true;
  }

  @Override
  public Listing<Comment> comments(String title, ListingRequest request) {
    Page page = pages.get(title);
    return listing(page == null ? List.of() : List.copyOf(page.comments.values()), request);
  }

  @Override
  public void put(PageHistory history) {
    named.clear();
    Page old = pages.get(history.title());
    Page page =
        old != null && old.newest().info().id() > history.newest().info().id()
            ? old
            : new Page(history.pageId(), new Title(history.namespace(), history.title()));
    if (old != null && old != page) {
      page.revisions.putAll(old.revisions);
      page.comments.putAll(old.comments);
    }
    history.revisions().forEach(revision -> page.revisions.put(revision.info().id(), revision));
    pages.put(history.title(), page);
  }

  @Override
  public Optional<PageHistory> wholePage(String title) {
    return Optional.ofNullable(pages.get(title))
        .map(
            page ->
                new PageHistory(
                    title,
                    page.title.namespace(),
                    page.id,
                    new ArrayList<>(page.revisions.values())));
  }
}
