package org.portolan.wiki.store;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.design.Design;
import org.portolan.types.Column;
import org.portolan.wiki.PageHistory.FullRevision;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.WikiPage;
import org.portolan.wiki.storage.WriteRules;
import org.portolan.wikitext.text.PageLinks;

/** The names of a wiki design, and the rows of pages in their terms. */
public final class PageColumns {
  public static final String PAGE = "page";
  static final String HISTORY = "history";
  static final String TEXTS = "texts";
  static final String COMMENTS = "comments";
  static final String PAGES = "pages";
  static final String BY_DRAW = "by_draw";
  static final String BACKLINKS = "backlinks";
  static final String MEMBERS = "members";
  static final String USES = "uses";
  static final String PAGE_COUNT = "page_count";
  static final String ARTICLES = "articles";
  public static final String EDITS = "edits";

  /** The columns that a view of a page reads; only saves need the links. */
  static final Columns VIEW =
      Columns.of(
          "id",
          "namespace",
          "redirect",
          "revision",
          "parent",
          "time",
          "origin",
          "contributor",
          "account",
          "comment",
          "minor",
          "bytes",
          "model",
          "hidden",
          "text");

  static final Columns REVISION_ID = Columns.of("revision");

  private PageColumns() {}

  /** Returns whether a design has all columns of pages; those of earlier versions have fewer. */
  static boolean complete(Design design) {
    Set<String> present =
        design.entity(PAGE).orElseThrow().families().stream()
            .flatMap(family -> family.columns().stream())
            .map(Column::name)
            .collect(Collectors.toSet());
    return present.containsAll(Set.of("origin", "account", "hidden", "article"))
        && StoreJobs.in(design);
  }

  static WikiPage page(EntityRow row) {
    return new WikiPage(
        row.key().text(0),
        row.intValue("namespace"),
        row.longValue("id"),
        Optional.ofNullable(row.text("redirect")),
        new RevisionInfo(
            row.longValue("revision"),
            row.longValue("parent"),
            origin(row.longValue("revision"), (Long) row.value("origin")),
            row.timestamp("time"),
            row.text("contributor"),
            account((Long) row.value("account")),
            row.text("comment"),
            row.booleanValue("minor"),
            row.intValue("bytes"),
            row.text("model"),
            hidden((Integer) row.value("hidden"))),
        row.text("text"),
        true);
  }

  /** Returns the columns of a page whose current revision is {@code newest}. */
  static Map<String, Object> row(long pageId, int namespace, FullRevision newest, PageLinks links) {
    Map<String, Object> values = new HashMap<>(revision(newest.info()));
    values.put("id", pageId);
    values.put("namespace", namespace);
    values.put("revision", newest.info().id());
    values.put("text", newest.text());
    values.putAll(links(namespace, links));
    return values;
  }

  /** Returns the columns that follow from what a page names. */
  static Map<String, Object> links(int namespace, PageLinks links) {
    Map<String, Object> values = new HashMap<>();
    values.put("redirect", links.redirect().orElse(null));
    values.put("links", links.links());
    values.put("categories", links.categories());
    values.put("templates", links.templates());
    values.put("article", WriteRules.isArticle(namespace, links) ? true : null);
    return values;
  }

  /** Returns what a row says that its page names. */
  static PageLinks links(EntityRow row) {
    return new PageLinks(
        titles(row, "links"),
        titles(row, "categories"),
        titles(row, "templates"),
        Optional.ofNullable(row.text("redirect")));
  }

  private static SortedSet<String> titles(EntityRow row, String column) {
    SortedSet<String> titles = new TreeSet<>();
    if (row.value(column) instanceof Collection<?> stored) {
      stored.forEach(title -> titles.add((String) title));
    }
    return titles;
  }

  /** Returns the columns that a page shares with the items of its history. */
  static Map<String, Object> revision(RevisionInfo info) {
    Map<String, Object> values = new HashMap<>();
    values.put("parent", info.parentId());
    values.put("origin", info.origin() == info.id() ? null : info.origin());
    values.put("time", WriteRules.micros(info.timestamp()));
    values.put("contributor", info.contributor());
    values.put(
        "account", info.contributorId().isPresent() ? info.contributorId().getAsLong() : null);
    values.put("comment", info.comment());
    values.put("minor", info.minor());
    values.put("bytes", info.bytes());
    values.put("model", info.model());
    values.put("hidden", info.hidden().isEmpty() ? null : info.hiddenBits());
    return values;
  }

  static RevisionInfo revision(Item item) {
    return new RevisionInfo(
        (Long) item.key().get(0),
        (Long) item.value("parent"),
        origin((Long) item.key().get(0), (Long) item.value("origin")),
        (Instant) item.value("time"),
        item.text("contributor"),
        account((Long) item.value("account")),
        item.text("comment"),
        (Boolean) item.value("minor"),
        (Integer) item.value("bytes"),
        item.text("model"),
        hidden((Integer) item.value("hidden")));
  }

  private static long origin(long id, Long stored) {
    return stored == null ? id : stored;
  }

  private static OptionalLong account(Long stored) {
    return stored == null ? OptionalLong.empty() : OptionalLong.of(stored);
  }

  private static Set<RevisionInfo.Hidden> hidden(Integer stored) {
    return stored == null ? Set.of() : RevisionInfo.hidden(stored);
  }
}
