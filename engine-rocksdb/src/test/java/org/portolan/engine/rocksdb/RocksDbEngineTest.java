package org.portolan.engine.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Condition;
import org.portolan.engine.ConflictException;
import org.portolan.engine.CounterFamily;
import org.portolan.engine.Durability;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.RowKey;
import org.portolan.engine.Scan;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

class RocksDbEngineTest {
  private static final TableSchema PAGES =
      TableSchema.of(
          "pages",
          List.of(KeyColumn.of("title", ScalarType.TEXT)),
          new ColumnFamily(
              "meta",
              List.of(new Column("author", ScalarType.TEXT), new Column("size", ScalarType.INT))),
          new ItemFamily(
              "revisions",
              List.of(KeyColumn.of("id", ScalarType.LONG).descending()),
              List.of(new Column("text", ScalarType.COMPRESSED_TEXT))),
          new CounterFamily("views"));

  @TempDir Path directory;

  @Test
  void store_reopened_holdsRowsItemsAndCounters() {
    try (var engine =
        Engines.open("rocksdb:" + directory.resolve("s"), OpenMode.CREATE_IF_MISSING)) {
      engine.createTable(PAGES);
      engine.mutate(
          Mutation.of(
              "pages",
              Tuple.of("Riga"),
              new Change.PutColumns("meta", Arrays.asList("anna", null)),
              new Change.PutItem("revisions", Tuple.of(1L), List.of("first")),
              new Change.PutItem("revisions", Tuple.of(2L), List.of("second")),
              new Change.Add("views", -3)),
          Durability.SYNCED);
      engine.mutate(
          Mutation.of("pages", Tuple.of("Liepaja"), new Change.Add("views", 5)),
          Durability.BUFFERED);
      assertThat(
              engine.mutate(
                  Mutation.of("pages", Tuple.of("Riga"), new Change.Add("views", 1))
                      .on(new Condition.Absent("meta")),
                  Durability.SYNCED))
          .isFalse();
      try (var first = engine.begin(Durability.SYNCED);
          var second = engine.begin(Durability.SYNCED)) {
        first.get(Get.of("pages", Tuple.of("Riga"), FamilyRead.all("meta")));
        first.mutate(Mutation.of("pages", Tuple.of("Riga"), new Change.Add("views", 1)));
        first.mutate(Mutation.of("pages", Tuple.of("Riga"), new Change.DeleteFamily("revisions")));
        first.mutate(
            Mutation.of(
                "pages",
                Tuple.of("Riga"),
                new Change.PutItem("revisions", Tuple.of(3L), List.of("third"))));
        assertThat(
                first
                    .get(
                        Get.of(
                            "pages",
                            Tuple.of("Riga"),
                            new FamilyRead.Counter("views"),
                            new FamilyRead.Items("revisions", KeyRange.ALL, 10, false)))
                    .itemsOf("revisions"))
            .hasSize(1);
        second.mutate(
            Mutation.of(
                "pages", Tuple.of("Riga"), new Change.PutColumns("meta", List.of("bert", 3))));
        second.commit();
        assertThatThrownBy(first::commit)
            .isInstanceOfSatisfying(
                ConflictException.class,
                conflict ->
                    assertThat(conflict.keys())
                        .isEqualTo(Set.of(new RowKey("pages", Tuple.of("Riga")))));
      }
    }
    try (var engine = Engines.open("rocksdb:" + directory.resolve("s"), OpenMode.EXISTING)) {
      var page =
          engine.scan(
              Scan.of(
                  "pages",
                  KeyRange.ALL,
                  10,
                  FamilyRead.all("meta"),
                  new FamilyRead.Items("revisions", KeyRange.ALL, 10, false),
                  new FamilyRead.Counter("views")));
      assertThat(page.rows())
          .extracting(row -> row.key().text(0))
          .containsExactly("Liepaja", "Riga");
      assertThat(page.rows().get(0).counter("views")).isEqualTo(5);
      var riga = page.rows().get(1);
      assertThat(riga.counter("views")).isEqualTo(-3);
      assertThat(riga.family("meta")).contains(List.of("bert", 3));
      assertThat(riga.itemsOf("revisions"))
          .extracting(item -> item.key().get(0))
          .containsExactly(2L, 1L);
    }
  }
}
