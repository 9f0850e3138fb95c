package org.portolan.wiki.store;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.wiki.PageHistory.FullRevision;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.WikiPage;
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
          "contributor",
          "comment",
          "minor",
          "bytes",
          "model",
          "text");

  static final Columns REVISION_ID = Columns.of("revision");

  private PageColumns() {}

  static WikiPage page(EntityRow row) {
    return new WikiPage(
        row.key().text(0),
        row.intValue("namespace"),
        row.longValue("id"),
        Optional.ofNullable(row.text("redirect")),
        new RevisionInfo(
            row.longValue("revision"),
            row.longValue("parent"),
            row.timestamp("time"),
            row.text("contributor"),
            row.text("comment"),
            row.booleanValue("minor"),
            row.intValue("bytes"),
            row.text("model")),
        row.text("text"),
        true);
  }

  /** Returns the columns of a page whose current revision is {@code newest}. */
  static Map<String, Object> row(long pageId, int namespace, FullRevision newest, PageLinks links) {
    Map<String, Object> values = new HashMap<>(revision(newest.info()));
    values.put("id", pageId);
    values.put("namespace", namespace);
    values.put("redirect", links.redirect().orElse(null));
    values.put("revision", newest.info().id());
    values.put("text", newest.text());
    values.put("links", links.links());
    values.put("categories", links.categories());
    values.put("templates", links.templates());
    return values;
  }

  /** Returns the columns that a page shares with the items of its history. */
  static Map<String, Object> revision(RevisionInfo info) {
    Map<String, Object> values = new HashMap<>();
    values.put("parent", info.parentId());
    values.put("time", micros(info.timestamp()));
    values.put("contributor", info.contributor());
    values.put("comment", info.comment());
    values.put("minor", info.minor());
    values.put("bytes", info.bytes());
    values.put("model", info.model());
    return values;
  }

  static Instant micros(Instant instant) {
    return instant.truncatedTo(ChronoUnit.MICROS);
  }

  static RevisionInfo revision(Item item) {
    return new RevisionInfo(
        (Long) item.key().get(0),
        (Long) item.value("parent"),
        (Instant) item.value("time"),
        item.text("contributor"),
        item.text("comment"),
        (Boolean) item.value("minor"),
        (Integer) item.value("bytes"),
        item.text("model"));
  }
}
