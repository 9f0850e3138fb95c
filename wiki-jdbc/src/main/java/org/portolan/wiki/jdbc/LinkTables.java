package org.portolan.wiki.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.portolan.wikitext.text.PageLinks;

/**
 * The three tables of what pages name. Changes are collected and sent together; only differences
 * are written. Used by one thread, in one transaction.
 */
final class LinkTables {
  /** A table, and the part of a page's links that it has. */
  enum Table {
    PAGE_LINK,
    CATEGORY_LINK,
    TEMPLATE_LINK;

    String sql() {
      return name().toLowerCase(Locale.ROOT);
    }

    private SortedSet<String> of(PageLinks links) {
      return switch (this) {
        case PAGE_LINK -> links.links();
        case CATEGORY_LINK -> links.categories();
        case TEMPLATE_LINK -> links.templates();
      };
    }
  }

  private final Map<Table, List<Object[]>> removed = new EnumMap<>(Table.class);
  private final Map<Table, List<Object[]>> added = new EnumMap<>(Table.class);

  LinkTables() {
    for (Table table : Table.values()) {
      removed.put(table, new ArrayList<>());
      added.put(table, new ArrayList<>());
    }
  }

  /**
   * Reads what pages name, by their ids.
   *
   * @param redirects the redirects of the pages, which are in the pages' rows
   */
  static Map<Long, PageLinks> read(Session session, Map<Long, Optional<String>> redirects)
      throws SQLException {
    Map<Long, Map<Table, Set<String>>> named = new HashMap<>();
    StringBuilder sql = new StringBuilder();
    for (Table table : Table.values()) {
      sql.append(sql.isEmpty() ? "" : " UNION ALL ")
          .append("SELECT '")
          .append(table.name())
          .append("', page_id, target FROM ")
          .append(table.sql())
          .append(" WHERE page_id IN ({list})");
    }
    session.listIn(
        sql.toString(),
        List.of(),
        redirects.keySet(),
        id -> id,
        row -> {
          Table table = Table.valueOf(row.line());
          return named
              .computeIfAbsent(row.number(), id -> new EnumMap<>(Table.class))
              .computeIfAbsent(table, each -> new TreeSet<>())
              .add(row.key());
        });
    Map<Long, PageLinks> links = new HashMap<>();
    redirects.forEach(
        (id, redirect) -> links.put(id, links(named.getOrDefault(id, Map.of()), redirect)));
    return links;
  }

  private static PageLinks links(Map<Table, Set<String>> named, Optional<String> redirect) {
    return new PageLinks(
        sorted(named, Table.PAGE_LINK),
        sorted(named, Table.CATEGORY_LINK),
        sorted(named, Table.TEMPLATE_LINK),
        redirect);
  }

  private static SortedSet<String> sorted(Map<Table, Set<String>> named, Table table) {
    return new TreeSet<>(named.getOrDefault(table, Set.of()));
  }

  /** Gives the rows of a page the page's new title. */
  static void rename(Session session, long pageId, String title) throws SQLException {
    for (Table table : Table.values()) {
      session.update(
          "UPDATE " + table.sql() + " SET page_title = ? WHERE page_id = ?",
          Session.key(title),
          pageId);
    }
  }

  /** Collects the difference between what a page named and what it names now. */
  void change(long pageId, String title, PageLinks old, PageLinks now) {
    for (Table table : Table.values()) {
      for (String target : without(table.of(old), table.of(now))) {
        removed.get(table).add(new Object[] {pageId, Session.key(target)});
      }
      for (String target : without(table.of(now), table.of(old))) {
        added.get(table).add(new Object[] {pageId, Session.key(target), Session.key(title)});
      }
    }
  }

  private static Collection<String> without(Collection<String> some, Collection<String> others) {
    return some.stream().filter(each -> !others.contains(each)).toList();
  }

  /** Writes the differences. */
  void write(Session session) throws SQLException {
    for (Table table : Table.values()) {
      session.batch(
          "DELETE FROM " + table.sql() + " WHERE page_id = ? AND target = ?", removed.get(table));
      session.batch(
          "INSERT INTO " + table.sql() + " (page_id, target, page_title) VALUES (?, ?, ?)",
          added.get(table));
    }
  }
}
