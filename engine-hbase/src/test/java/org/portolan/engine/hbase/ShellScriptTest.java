package org.portolan.engine.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.CounterFamily;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** The commands of {@code hbase shell}, executed by a server. */
@Tag("servers")
class ShellScriptTest {
  private static final List<TableSchema> TABLES =
      List.of(
          new TableSchema(
              "pages",
              List.of(
                  KeyColumn.of("it's #{a} \"title\"", ScalarType.TEXT),
                  KeyColumn.of("at", ScalarType.LONG).descending()),
              1,
              List.of(
                  new ColumnFamily("meta", List.of(new Column("title", ScalarType.TEXT))),
                  new ItemFamily(
                      "_lines",
                      List.of(KeyColumn.of("n", ScalarType.INT)),
                      List.of(new Column("text", ScalarType.TEXT)))),
              List.of(Tuple.of("t'#{x}\\"), Tuple.of("g"), Tuple.of("ÿ")),
              Map.of(
                  "hbase.compression", "gz",
                  "hbase.meta.compression", "none",
                  "hbase._lines.block-encoding", "fast-diff",
                  "hbase.bloom", "rowcol",
                  "hbase.block-size", "16k",
                  "hbase.ttl", "86400",
                  "hbase.meta.versions", "3",
                  "hbase.region-size", "1g")),
          TableSchema.of(
              "hits", List.of(KeyColumn.of("id", ScalarType.LONG)), new CounterFamily("views")));

  private static String script(String uri) {
    return new HBaseEngineProvider().script(uri, TABLES).orElseThrow().text();
  }

  private static Map<String, TableDescriptor> descriptors(Admin admin, String namespace)
      throws Exception {
    Map<String, TableDescriptor> found = new TreeMap<>();
    for (TableDescriptor table : admin.listTableDescriptorsByNamespace(Bytes.toBytes(namespace))) {
      String name = table.getTableName().getQualifierAsString();
      found.put(name, TableDescriptorBuilder.copy(TableName.valueOf(name), table));
    }
    return found;
  }

  /** Returns the start keys of all regions, and their identifiers: of creation, in milliseconds. */
  private static List<String> regions(Admin admin, String namespace, boolean identified)
      throws Exception {
    List<RegionInfo> regions = admin.getRegions(TableName.valueOf(namespace, "pages"));
    return regions.stream()
        .map(
            region ->
                Bytes.toStringBinary(region.getStartKey())
                    + (identified ? " " + region.getRegionId() : ""))
        .sorted()
        .toList();
  }

  @Test
  void script_onAnEmptyServer_makesWhatAStoreMakesAndTheStoreCreatesNothing() throws Exception {
    String own = MiniCluster.newStore();
    String text = MiniCluster.newStore();
    String ownSpace = StoreUri.parse(own).namespace();
    String textSpace = StoreUri.parse(text).namespace();
    try (Connection connection = ConnectionFactory.createConnection(MiniCluster.get().getConf());
        Admin admin = connection.getAdmin();
        Engine engine = Engines.open(own, OpenMode.CREATE_IF_MISSING)) {
      engine.createTables(TABLES);
      ShellCommands.execute(script(text), admin);
      assertThat(descriptors(admin, textSpace))
          .hasSize(TABLES.size())
          .isEqualTo(descriptors(admin, ownSpace));
      assertThat(regions(admin, textSpace, false))
          .hasSize(4)
          .isEqualTo(regions(admin, ownSpace, false));
      List<String> regions = regions(admin, textSpace, true);
      try (Engine found = Engines.open(text, OpenMode.CREATE_IF_MISSING)) {
        found.createTables(TABLES);
        assertThat(found.tables())
            .extracting(TableSchema::families)
            .containsExactlyInAnyOrderElementsOf(
                TABLES.stream().map(TableSchema::families).toList());
      }
      assertThat(regions(admin, textSpace, true)).isEqualTo(regions);
      assertThat(descriptors(admin, textSpace)).isEqualTo(descriptors(admin, ownSpace));
    }
  }

  @Test
  void script_ofAnUnknownOption_isRefused() {
    TableSchema table =
        new TableSchema(
            "hits",
            List.of(KeyColumn.of("id", ScalarType.LONG)),
            1,
            List.of(new CounterFamily("views")),
            List.of(),
            Map.of("hbase.colour", "red"));
    assertThatThrownBy(() -> new HBaseEngineProvider().script("hbase://host/shop", List.of(table)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("hbase.colour");
  }

  @Test
  void quoted_leavesNothingToRuby() {
    assertThat(ShellScript.quoted("plain #{x} \"y\"")).isEqualTo("'plain #{x} \"y\"'");
    assertThat(ShellScript.quoted("it's #{x}\n\\")).isEqualTo("\"it's \\#{x}\\n\\\\\"");
  }
}
