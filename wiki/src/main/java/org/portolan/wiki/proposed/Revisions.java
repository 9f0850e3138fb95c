package org.portolan.wiki.proposed;

import static org.portolan.wiki.proposed.Tables.REVISION;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.StoreReader;
import org.portolan.types.Tuple;
import org.portolan.wiki.PageHistory.FullRevision;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.WikiPage;
import org.portolan.wiki.proposed.Actors.Actor;
import org.portolan.wiki.storage.WriteRules;

/** Rows of revisions, each with its text in a family of its own, in the wiki's terms. */
final class Revisions {
  private static final int ROWS_PER_READ = 200;

  /** All but the text: a history reads no text. */
  static final Columns WITHOUT_TEXT =
      Columns.of(
          "parent_id",
          "origin_id",
          "actor_id",
          "created",
          "summary",
          "minor",
          "bytes",
          "model",
          "hidden");

  private Revisions() {}

  static Tuple key(long pageId, long revisionId) {
    return Tuple.of(pageId, revisionId);
  }

  static Map<String, Object> values(long actorId, FullRevision revision) {
    RevisionInfo info = revision.info();
    Map<String, Object> values = new HashMap<>();
    values.put("parent_id", info.parentId());
    values.put("origin_id", info.origin());
    values.put("actor_id", actorId);
    values.put("created", WriteRules.micros(info.timestamp()));
    values.put("summary", info.comment());
    values.put("minor", info.minor());
    values.put("bytes", info.bytes());
    values.put("model", info.model());
    values.put("hidden", info.hiddenBits());
    values.put("content", revision.text());
    return values;
  }

  private static RevisionInfo info(EntityRow row, Map<Long, Actor> actors) {
    Actor actor = actors.get(row.longValue("actor_id"));
    if (actor == null) {
      throw new Interference();
    }
    return new RevisionInfo(
        (Long) row.key().get(1),
        row.longValue("parent_id"),
        row.longValue("origin_id"),
        row.timestamp("created"),
        actor.name(),
        actor.accountOrNone(),
        row.text("summary"),
        row.booleanValue("minor"),
        row.intValue("bytes"),
        row.text("model"),
        RevisionInfo.hidden(row.intValue("hidden")));
  }

  /** Describes revisions, with one batch that reads their actors. */
  static List<RevisionInfo> infos(StoreReader reader, List<EntityRow> rows) {
    Map<Long, Actor> actors = actors(reader, rows);
    return rows.stream().map(row -> info(row, actors)).toList();
  }

  private static Map<Long, Actor> actors(StoreReader reader, List<EntityRow> rows) {
    return Actors.read(
        reader, rows.stream().map(row -> row.longValue("actor_id")).collect(Collectors.toSet()));
  }

  /**
   * Returns pages with their current revisions, in their order: a batch of revisions, then one of
   * actors.
   *
   * @throws Interference if a page was deleted since its row was read
   */
  static List<WikiPage> current(StoreReader reader, List<PageRow> pages) {
    List<EntityRow> rows =
        reader
            .getAll(
                REVISION,
                pages.stream().map(page -> key(page.id(), page.latest())).toList(),
                Columns.ALL)
            .stream()
            .map(row -> row.orElseThrow(Interference::new))
            .toList();
    Map<Long, Actor> actors = actors(reader, rows);
    Map<Long, EntityRow> byPage =
        rows.stream().collect(Collectors.toMap(row -> (Long) row.key().get(0), row -> row));
    return pages.stream().map(page -> page(page, byPage.get(page.id()), actors)).toList();
  }

  static WikiPage current(StoreReader reader, PageRow page) {
    return current(reader, List.of(page)).get(0);
  }

  /** Returns a page at a revision, with the redirect of its current one. */
  static Optional<WikiPage> at(StoreReader reader, PageRow page, long revisionId) {
    return reader
        .get(REVISION, key(page.id(), revisionId), Columns.ALL)
        .map(row -> page(page, row, actors(reader, List.of(row))));
  }

  private static WikiPage page(PageRow page, EntityRow row, Map<Long, Actor> actors) {
    RevisionInfo info = info(row, actors);
    return new WikiPage(
        page.title(),
        page.namespace(),
        page.dumpNumber(),
        page.redirect(),
        info,
        content(row),
        info.id() == page.latest());
  }

  private static String content(EntityRow row) {
    String content = row.text("content");
    return content == null ? "" : content;
  }

  /** Returns all revisions of a page with their texts, oldest first. */
  static List<FullRevision> whole(StoreReader reader, PageRow page) {
    List<EntityRow> rows = rows(reader, page.id(), Columns.ALL).toList();
    Map<Long, Actor> actors = actors(reader, rows);
    return rows.stream().map(row -> new FullRevision(info(row, actors), content(row))).toList();
  }

  /** Returns the rows of a page's revisions, oldest first; reads them in several parts. */
  static Stream<EntityRow> rows(StoreReader reader, long pageId, Columns columns) {
    return Paging.first(ROWS_PER_READ).stream(
        paging -> reader.scan(REVISION, Tuple.of(pageId), columns, paging));
  }
}
