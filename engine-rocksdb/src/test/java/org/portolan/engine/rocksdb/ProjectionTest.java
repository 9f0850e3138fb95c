package org.portolan.engine.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

class ProjectionTest {
  @TempDir Path directory;

  private static TableSchema table(String name, String... columns) {
    return TableSchema.of(
        name,
        List.of(KeyColumn.of("id", ScalarType.INT)),
        new ColumnFamily(
            "main",
            Arrays.stream(columns).map(column -> new Column(column, ScalarType.TEXT)).toList()));
  }

  @Test
  void get_ofTwoTablesByTheSameRead_findsTheColumnInEach() {
    String uri = "rocksdb:" + directory.resolve("store");
    try (Engine engine = Engines.open(uri, OpenMode.CREATE_IF_MISSING)) {
      engine.createTable(table("one", "first", "wanted"));
      engine.createTable(table("other", "wanted", "second"));
      for (String table : List.of("one", "other")) {
        List<Object> values = List.of(table + " 0", table + " 1");
        engine.mutate(
            Mutation.of(table, Tuple.of(1), new Change.PutColumns("main", values)),
            Durability.BUFFERED);
      }
      FamilyRead read = new FamilyRead.Columns("main", List.of("wanted"));
      List<Get> gets =
          List.of(
              Get.of("one", Tuple.of(1), read),
              Get.of("other", Tuple.of(1), read),
              Get.of("one", Tuple.of(1), read));
      assertThat(engine.get(gets).stream().map(row -> row.columns().get("main")))
          .containsExactly(
              Arrays.asList(null, "one 1"),
              Arrays.asList("other 0", null),
              Arrays.asList(null, "one 1"));
    }
  }
}
