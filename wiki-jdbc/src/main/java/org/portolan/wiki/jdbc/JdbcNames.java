package org.portolan.wiki.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.wiki.jdbc.PageRows.Keyed;
import org.portolan.wiki.jdbc.PageRows.Locked;
import org.portolan.wiki.storage.NamesTable;
import org.portolan.wiki.storage.PageNames.Look;
import org.portolan.wiki.storage.WriteRules;
import org.portolan.wikitext.text.PageLinks;

/** What pages name, in the tables of links. Thread-safe. */
final class JdbcNames implements NamesTable {
  private final Database database;

  JdbcNames(Database database) {
    this.database = database;
  }

  @Override
  public List<Stored> read(List<String> titles) {
    return database.snapshot(
        "names",
        session -> {
          List<Keyed> pages = PageRows.pages(session, titles);
          Map<Long, Optional<String>> redirects = new HashMap<>();
          pages.forEach(keyed -> redirects.put(keyed.pageId(), keyed.page().redirect()));
          Map<Long, PageLinks> links = LinkTables.read(session, redirects);
          return pages.stream()
              .map(keyed -> new Stored(keyed.page(), links.get(keyed.pageId())))
              .toList();
        });
  }

  @Override
  public void correct(List<Look> looks) {
    List<String> titles = looks.stream().map(Look::title).toList();
    database.write("names-correct", titles, session -> correct(session, looks, titles));
  }

  private static Object correct(Session session, List<Look> looks, List<String> titles)
      throws SQLException {
    Map<String, Locked> locked = PageRows.lock(session, titles);
    Map<Long, PageLinks> stored = PageRows.links(session, locked.values());
    LinkTables links = new LinkTables();
    SiteStats stats = new SiteStats();
    List<Object[]> redirects = new ArrayList<>();
    for (Look look : looks) {
      Locked page = locked.get(look.title());
      if (page != null && look.isStill(page.latest(), stored.get(page.pageId()))) {
        PageLinks now = look.now().links();
        links.change(page.pageId(), page.title(), look.stored(), now);
        stats.articleChanged(
            WriteRules.isArticle(page.namespace(), look.stored()),
            WriteRules.isArticle(page.namespace(), now));
        if (!now.redirect().equals(page.redirect())) {
          redirects.add(new Object[] {now.redirect().orElse(null), page.pageId()});
        }
      }
    }
    session.batch("UPDATE page SET redirect_to = ? WHERE page_id = ?", redirects);
    links.write(session);
    stats.write(session);
    return null;
  }
}
