package org.portolan.engine.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.CounterFamily;
import org.portolan.engine.Family;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.ColumnType;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;

/** The CQL of a schema. */
class LayoutTest {
  private static final List<KeyColumn> KEY =
      List.of(
          KeyColumn.of("namespace", ScalarType.INT),
          KeyColumn.of("title", ScalarType.TEXT),
          KeyColumn.of("touched", ScalarType.TIMESTAMP).descending());

  private static TableSchema schema(Map<String, String> options, Family... families) {
    return new TableSchema("page", KEY, 2, List.of(families), List.of(), options);
  }

  private static List<String> creations(TableSchema schema) {
    return new TableHandle("wiki", schema).creations();
  }

  @Test
  void creation_ofColumnsAndItems_isReadableCql() {
    TableSchema schema =
        schema(
            Map.of("cassandra.compaction", "leveled", "hbase.compression", "gz"),
            new ColumnFamily(
                "meta",
                List.of(
                    new Column("author", ScalarType.TEXT),
                    new Column("title", ScalarType.COMPRESSED_TEXT),
                    new Column("links", ColumnType.parse("set of text")))),
            new ColumnFamily("_write", List.of(new Column("version", ScalarType.LONG))),
            new ItemFamily(
                "link_from",
                List.of(
                    KeyColumn.of("title", ScalarType.TEXT),
                    KeyColumn.of("at", ScalarType.LONG).descending().allowingNull()),
                List.of(new Column("size", ScalarType.decimal(8, 2)))));
    assertThat(creations(schema))
        .containsExactly(
            """
            CREATE TABLE IF NOT EXISTS "wiki"."page" (
              "namespace" int,
              "title" text,
              "touched" frozen<tuple<date, time>>,
              "author" text,
              "meta_title" text,
              "links" frozen<set<text>>,
              "has_meta" boolean,
              "version" bigint,
              "has_write" boolean,
              PRIMARY KEY (("namespace", "title"), "touched")
            ) WITH CLUSTERING ORDER BY ("touched" DESC)
              AND read_repair = 'NONE'
              AND compaction = {'class': 'LeveledCompactionStrategy'}""",
            """
            CREATE TABLE IF NOT EXISTS "wiki"."page_link_from" (
              "namespace" int,
              "title" text,
              "touched" frozen<tuple<date, time>>,
              "link_from_title" text,
              "at" frozen<tuple<bigint>>,
              "size" decimal,
              PRIMARY KEY (("namespace", "title"), "touched", "link_from_title", "at")
            ) WITH CLUSTERING ORDER BY ("touched" DESC, "link_from_title" ASC, "at" DESC)
              AND read_repair = 'NONE'
              AND compaction = {'class': 'LeveledCompactionStrategy'}""");
  }

  @Test
  void table_withCounter_isRefusedWithTheReason() {
    TableSchema schema = schema(Map.of(), new CounterFamily("hits"));
    assertThatThrownBy(() -> new TableHandle("wiki", schema))
        .isInstanceOf(CapabilityException.class)
        .hasMessageContainingAll("hits", "twice", "receipts");
  }

  @Test
  void names_tooLongForATable_areCutAndStayDifferent() {
    String family = "f".repeat(40);
    assertThat(Names.table("a_long_table", family + "1"))
        .hasSize(48)
        .isNotEqualTo(Names.table("a_long_table", family + "2"));
  }

  @Test
  void options_wrong_areRefusedWithWhatIsRight() {
    assertRefused("compresion", "lz4", "cassandra.compression");
    assertRefused("compression", "gzip", "zstd");
    assertRefused("gc-grace", "30m", "1h");
    assertRefused("ttl", "forever", "10d");
  }

  private static void assertRefused(String option, String value, String hint) {
    TableSchema schema =
        schema(
            Map.of("cassandra." + option, value),
            new ColumnFamily("meta", List.of(new Column("author", ScalarType.TEXT))));
    assertThatThrownBy(() -> TableOptions.of(schema))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(option, hint);
  }
}
