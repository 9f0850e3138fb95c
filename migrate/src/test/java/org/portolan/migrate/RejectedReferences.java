package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.portolan.data.Store;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.Mapping;
import org.portolan.design.MappingReader;
import org.portolan.engine.Durability;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;

/** Rows that go back into tables with foreign keys, and refer to one that is rejected. */
final class RejectedReferences {
  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: family
          entities:
            par: {key: {id: int}, families: {main: {name: text}}}
            kid: {key: {id: int}, families: {main: {p: int, boss: int, town: int}}}
            item: {key: {p: int, no: int}, families: {main: {piece: int}}}
            line: {key: {id: int}, families: {main: {p: int, no: int}}}
            visit: {key: {digest: bytes, copy: int}, families: {main: {p: int}}}
          """,
          "family.yaml");

  private static final Mapping MAPPING =
      MappingReader.read(
          """
          format: 1
          design: family
          tables:
            line: {entity: line, columns: {id: id, p: p, no: no}}
            kid: {entity: kid, columns: {id: id, p: p, boss: boss, town: town}}
            item: {entity: item, columns: {p: p, no: no, piece: piece}}
            visit: {entity: visit, columns: {digest: digest(), copy: copy(), p: p}}
            par: {entity: par, columns: {id: id, name: name}}
          """,
          DESIGN,
          "mapping.yaml");

  private static final List<String> TABLES =
      List.of(
          "CREATE TABLE town (id INT PRIMARY KEY)",
          "CREATE TABLE par (id INT PRIMARY KEY, name VARCHAR(8))",
          "CREATE TABLE kid (id INT PRIMARY KEY, p INT, boss INT, town INT,"
              + " CONSTRAINT kid_p FOREIGN KEY (p) REFERENCES par (id) ON DELETE CASCADE,"
              + " CONSTRAINT kid_boss FOREIGN KEY (boss) REFERENCES kid (id) ON DELETE SET NULL,"
              + " CONSTRAINT kid_town FOREIGN KEY (town) REFERENCES town (id))",
          "CREATE TABLE item (p INT, no INT, piece INT, PRIMARY KEY (p, no),"
              + " CONSTRAINT item_p FOREIGN KEY (p) REFERENCES par (id))",
          "CREATE TABLE line (id INT PRIMARY KEY, p INT, no INT,"
              + " CONSTRAINT line_item FOREIGN KEY (p, no) REFERENCES item (p, no))",
          "CREATE TABLE visit (p INT, CONSTRAINT visit_p FOREIGN KEY (p) REFERENCES par (id))");

  private RejectedReferences() {}

  /** Moves rows of a store into an empty database. */
  static void requireRejects(String url, Path directory) throws Exception {
    Databases.run(url, TABLES);
    Path rejects = directory.resolve("rejects.jsonl");
    MigrationSummary summary;
    try (Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("family"), DESIGN)) {
      store.write(
          Durability.BUFFERED,
          transaction -> {
            put(transaction);
            return null;
          });
      try (ReturnMigration work = new ReturnMigration(store, MAPPING, url, rejects, rows -> {})) {
        summary = work.run();
      }
    }
    List<String> reasons =
        Files.readAllLines(rejects).stream()
            .map(
                line ->
                    line.replaceFirst(
                        "\\{.table.:.(\\w+).,.key.:\\{(.*?)},.column.:.(\\w*).,.reason.:.(.*).,"
                            + ".values.*",
                        "$1{$2} $3: $4"))
            .toList();
    assertThat(reasons).filteredOn(line -> line.startsWith("par")).hasSize(1);
    assertThat(reasons)
        .filteredOn(line -> !line.startsWith("par"))
        .containsExactlyInAnyOrder(
            "kid{\"id\":2} p: refers to par(2), which was not brought back",
            "kid{\"id\":3} boss: refers to kid(2), which was not brought back",
            "kid{\"id\":4} boss: refers to kid(3), which was not brought back",
            "kid{\"id\":7} p: refers to par(2), which was not brought back",
            "kid{\"id\":6} boss: refers to kid(7), which was not brought back",
            "item{\"p\":2,\"no\":1} p: refers to par(2), which was not brought back",
            "line{\"id\":2} : refers to item(2, 1), which was not brought back",
            "line{\"id\":5} : refers to item(1, 9), which was not brought back",
            "visit{} p: refers to par(2), which was not brought back",
            "visit{} p: refers to par(2), which was not brought back");
    assertThat(Databases.rows(url, "kid"))
        .containsExactly(
            "id=1 | p=1 | boss=null | town=null",
            "id=5 | p=1 | boss=5 | town=7",
            "id=8 | p=1 | boss=9 | town=null",
            "id=9 | p=null | boss=8 | town=null");
    assertThat(Databases.rows(url, "item")).hasSize(1);
    assertThat(Databases.rows(url, "line")).hasSize(3);
    assertThat(Databases.rows(url, "visit")).hasSize(2);
    assertThat(summary.notes())
        .anyMatch(
            note -> note.contains("kid: 1 row refers by kid_town to town(7), which is not there"));
    assertThat(summary.toString()).contains("tables=5 read=22 written=11 rejected=11");
    assertThat(summary.tables())
        .filteredOn(table -> table.table().equals("kid"))
        .singleElement()
        .matches(table -> table.read() == 9 && table.written() == 4 && table.rejected() == 5);
  }

  private static void put(StoreTransaction transaction) {
    transaction.put("par", Tuple.of(1), Map.of("name", "short"));
    transaction.put("par", Tuple.of(2), Map.of("name", "this is too long"));
    kid(transaction, 1, 1, null, null);
    kid(transaction, 2, 2, null, null);
    kid(transaction, 3, 1, 2, null);
    kid(transaction, 4, null, 3, 7);
    kid(transaction, 5, 1, 5, 7);
    kid(transaction, 6, 1, 7, null);
    kid(transaction, 7, 2, 6, null);
    kid(transaction, 8, 1, 9, null);
    kid(transaction, 9, null, 8, null);
    transaction.put("item", Tuple.of(1, 1), Map.of("piece", 1));
    transaction.put("item", Tuple.of(2, 1), Map.of("piece", 1));
    line(transaction, 1, 1, 1);
    line(transaction, 2, 2, 1);
    line(transaction, 3, 2, null);
    line(transaction, 4, null, 9);
    line(transaction, 5, 1, 9);
    List<Integer> visited = Arrays.asList(1, 2, 2, null);
    for (int number = 0; number < visited.size(); number++) {
      Map<String, Object> values = new HashMap<>();
      values.put("p", visited.get(number));
      transaction.put("visit", Tuple.of(Bytes.wrap(new byte[] {(byte) number}), 1), values);
    }
  }

  private static void kid(
      StoreTransaction transaction, int id, Integer p, Integer boss, Integer town) {
    Map<String, Object> values = new HashMap<>();
    values.put("p", p);
    values.put("boss", boss);
    values.put("town", town);
    transaction.put("kid", Tuple.of(id), values);
  }

  private static void line(StoreTransaction transaction, int id, Integer p, Integer number) {
    Map<String, Object> values = new HashMap<>();
    values.put("p", p);
    values.put("no", number);
    transaction.put("line", Tuple.of(id), values);
  }
}
