package org.portolan.wiki.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.SiteInfo;

/** The site information: a row, and a row for each namespace and alias. */
final class SiteTables {
  private SiteTables() {}

  static Optional<SiteInfo> read(Database database) {
    return database.snapshot(
        "site",
        session -> {
          Map<Integer, List<String>> aliases = new HashMap<>();
          session.list(
              "SELECT namespace_id, name FROM namespace_alias ORDER BY namespace_id, place",
              row ->
                  aliases.computeIfAbsent(row.integer(), id -> new ArrayList<>()).add(row.line()));
          List<Namespace> namespaces =
              session.list(
                  "SELECT namespace_id, name, capitalized FROM namespace ORDER BY place",
                  row -> {
                    int id = row.integer();
                    return new Namespace(
                        id, row.line(), row.flag(), aliases.getOrDefault(id, List.of()));
                  });
          return session.first(
              "SELECT name, database_name, base, language FROM site",
              row -> new SiteInfo(row.line(), row.line(), row.line(), row.line(), namespaces));
        });
  }

  static void write(Database database, SiteInfo site) {
    database.write("site", List.of(), session -> write(session, site));
  }

  private static Object write(Session session, SiteInfo site) throws SQLException {
    Object[] values = {site.name(), site.database(), site.base(), site.language()};
    int present =
        session.update(
            "UPDATE site SET name = ?, database_name = ?, base = ?, language = ? WHERE site_id = 1",
            values);
    if (present == 0) {
      session.update(
          "INSERT INTO site (name, database_name, base, language, site_id) VALUES (?, ?, ?, ?, 1)",
          values);
    }
    session.update("DELETE FROM namespace");
    List<Object[]> namespaces = new ArrayList<>();
    List<Object[]> aliases = new ArrayList<>();
    for (Namespace each : site.namespaces()) {
      namespaces.add(new Object[] {each.id(), namespaces.size(), each.name(), each.capitalized()});
      for (int place = 0; place < each.aliases().size(); place++) {
        aliases.add(new Object[] {each.id(), place, each.aliases().get(place)});
      }
    }
    session.batch(
        "INSERT INTO namespace (namespace_id, place, name, capitalized) VALUES (?, ?, ?, ?)",
        namespaces);
    session.batch(
        "INSERT INTO namespace_alias (namespace_id, place, name) VALUES (?, ?, ?)", aliases);
    return null;
  }
}
