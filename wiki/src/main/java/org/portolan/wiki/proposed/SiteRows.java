package org.portolan.wiki.proposed;

import static org.portolan.wiki.proposed.Tables.NAMESPACE;
import static org.portolan.wiki.proposed.Tables.NAMESPACE_ALIAS;
import static org.portolan.wiki.proposed.Tables.SITE;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreReader;
import org.portolan.data.StoreTransaction;
import org.portolan.types.Tuple;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.SiteInfo;

/** The site information: a row, and a row for each namespace and alias. */
final class SiteRows {
  private static final Tuple KEY = Tuple.of(1);
  private static final int ROWS_PER_READ = 1_000;

  private SiteRows() {}

  static Optional<SiteInfo> read(StoreReader reader) {
    return reader
        .get(SITE, KEY, Columns.ALL)
        .map(
            row ->
                new SiteInfo(
                    row.text("name"),
                    row.text("database_name"),
                    row.text("base"),
                    row.text("language"),
                    namespaces(reader)));
  }

  private static List<Namespace> namespaces(StoreReader reader) {
    Map<Integer, List<String>> aliases = new HashMap<>();
    for (EntityRow row : rows(reader, NAMESPACE_ALIAS)) {
      aliases.computeIfAbsent(id(row), id -> new ArrayList<>()).add(row.text("name"));
    }
    Map<Integer, Namespace> byPlace = new TreeMap<>();
    for (EntityRow row : rows(reader, NAMESPACE)) {
      byPlace.put(
          row.intValue("place"),
          new Namespace(
              id(row),
              row.text("name"),
              row.booleanValue("capitalized"),
              aliases.getOrDefault(id(row), List.of())));
    }
    return List.copyOf(byPlace.values());
  }

  private static int id(EntityRow row) {
    return (Integer) row.key().get(0);
  }

  private static List<EntityRow> rows(StoreReader reader, String entity) {
    return Paging.first(ROWS_PER_READ).stream(
            paging -> reader.scan(entity, Tuple.EMPTY, Columns.ALL, paging))
        .toList();
  }

  static void write(Store store, SiteInfo site) {
    store.write(
        transaction -> {
          write(transaction, site);
          return null;
        });
  }

  private static void write(StoreTransaction transaction, SiteInfo site) {
    transaction.put(
        SITE,
        KEY,
        Map.of(
            "name", site.name(),
            "database_name", site.database(),
            "base", site.base(),
            "language", site.language()));
    Set<Tuple> namespaces = new HashSet<>();
    Set<Tuple> aliases = new HashSet<>();
    for (Namespace each : site.namespaces()) {
      Tuple key = Tuple.of(each.id());
      transaction.put(
          NAMESPACE,
          key,
          Map.of(
              "place", namespaces.size(),
              "name", each.name(),
              "capitalized", each.capitalized()));
      namespaces.add(key);
      for (int place = 0; place < each.aliases().size(); place++) {
        Tuple alias = Tuple.of(each.id(), place);
        transaction.put(NAMESPACE_ALIAS, alias, Map.of("name", each.aliases().get(place)));
        aliases.add(alias);
      }
    }
    deleteOthers(transaction, NAMESPACE_ALIAS, aliases);
    deleteOthers(transaction, NAMESPACE, namespaces);
  }

  private static void deleteOthers(StoreTransaction transaction, String entity, Set<Tuple> kept) {
    for (EntityRow row : rows(transaction, entity)) {
      if (!kept.contains(row.key())) {
        transaction.delete(entity, row.key());
      }
    }
  }
}
