package org.portolan.wiki.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Store;
import org.portolan.types.Tuple;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.SiteInfo;

/** The site information, stored in a separate row. */
final class SiteRow {
  private static final String ENTITY = "site";
  private static final Tuple KEY = Tuple.of("site");

  private SiteRow() {}

  static Optional<SiteInfo> read(Store store) {
    return store.get(ENTITY, KEY, Columns.ALL).map(SiteRow::site);
  }

  private static SiteInfo site(EntityRow row) {
    List<Namespace> namespaces = new ArrayList<>();
    for (String written : row.textList("namespaces")) {
      List<String> parts = List.of(written.split("\\|", -1));
      namespaces.add(
          new Namespace(
              Integer.parseInt(parts.get(0)),
              parts.get(2),
              parts.get(1).equals("first-letter"),
              parts.subList(3, parts.size())));
    }
    return new SiteInfo(
        row.text("title"),
        row.text("database"),
        row.text("base"),
        row.text("language"),
        namespaces);
  }

  static void write(Store store, SiteInfo site) {
    List<String> namespaces = new ArrayList<>();
    for (Namespace namespace : site.namespaces()) {
      List<String> parts = new ArrayList<>();
      parts.add(Integer.toString(namespace.id()));
      parts.add(namespace.capitalized() ? "first-letter" : "case-sensitive");
      parts.add(namespace.name());
      parts.addAll(namespace.aliases());
      namespaces.add(String.join("|", parts));
    }
    store.write(
        transaction -> {
          transaction.put(
              ENTITY,
              KEY,
              Map.of(
                  "title", site.name(),
                  "database", site.database(),
                  "base", site.base(),
                  "language", site.language(),
                  "namespaces", namespaces));
          return null;
        });
  }
}
