package org.portolan.engine.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineException;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.SchemaMismatchException;
import org.portolan.engine.StoreMissingException;
import org.portolan.engine.TableSchema;
import org.portolan.engine.UnavailableException;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** The tables that the engine creates, read through HBase's own API. */
@Tag("servers")
class HBaseTablesTest {
  private static final ColumnFamily META =
      new ColumnFamily("meta", List.of(new Column("title", ScalarType.TEXT)));
  private static final ColumnFamily BODY =
      new ColumnFamily("body", List.of(new Column("text", ScalarType.TEXT)));

  private final String uri = MiniCluster.newStore();

  private static TableSchema pages(Map<String, String> options, String... splits) {
    return new TableSchema(
        "pages",
        List.of(KeyColumn.of("title", ScalarType.TEXT)),
        1,
        List.of(META, BODY),
        List.of(splits).stream().map(Tuple::of).toList(),
        options);
  }

  private Engine open() {
    return Engines.open(uri, OpenMode.CREATE_IF_MISSING);
  }

  private TableName pagesTable() {
    return TableName.valueOf(StoreUri.parse(uri).namespace(), "pages");
  }

  private static Connection connect() throws Exception {
    return ConnectionFactory.createConnection(MiniCluster.get().getConf());
  }

  /** As a client leaves it that died between the two steps. */
  @Test
  void alterTable_leftHalfWay_isFinishedByTheNextCall() throws Exception {
    var extra = new ColumnFamily("extra", List.of(new Column("size", ScalarType.LONG)));
    TableSchema before = pages(Map.of());
    TableSchema after =
        new TableSchema("pages", before.key(), 1, List.of(META, extra), List.of(), Map.of());
    try (Engine engine = open();
        Connection connection = connect();
        Admin admin = connection.getAdmin()) {
      engine.createTable(before);
      admin.addColumnFamily(pagesTable(), ColumnFamilyDescriptorBuilder.of("extra"));
      assertThat(engine.tables()).containsExactly(before);
      engine.alterTable(before, after);
      assertThat(engine.tables()).containsExactly(after);
      assertThat(families(admin)).containsExactly("extra", "meta");
      admin.addColumnFamily(pagesTable(), ColumnFamilyDescriptorBuilder.of("body"));
      engine.createTable(after);
      engine.alterTable(before, after);
      assertThat(families(admin)).containsExactly("extra", "meta");
    }
  }

  private List<String> families(Admin admin) throws Exception {
    return admin.getDescriptor(pagesTable()).getColumnFamilyNames().stream()
        .map(Bytes::toString)
        .toList();
  }

  @Test
  void alterTable_withOptions_areThoseOfAddedFamilies() throws Exception {
    var extra = new ColumnFamily("extra", List.of(new Column("size", ScalarType.LONG)));
    Map<String, String> options = Map.of("hbase.compression", "gz");
    TableSchema before = pages(Map.of());
    TableSchema after =
        new TableSchema("pages", before.key(), 1, List.of(META, BODY, extra), List.of(), options);
    try (Engine engine = open();
        Connection connection = connect();
        Admin admin = connection.getAdmin()) {
      engine.createTable(before);
      engine.alterTable(before, after);
      var table = admin.getDescriptor(pagesTable());
      assertThat(table.getColumnFamily(Bytes.toBytes("extra")).getCompressionType())
          .isEqualTo(Compression.Algorithm.GZ);
      assertThat(table.getColumnFamily(Bytes.toBytes("body")).getCompressionType())
          .isEqualTo(Compression.Algorithm.NONE);
    }
  }

  @Test
  void createTable_withOptionsAndSplitPoints_isMadeSo() throws Exception {
    Map<String, String> options =
        Map.of(
            "hbase.compression", "gz",
            "hbase.meta.compression", "none",
            "hbase.body.block-encoding", "fast-diff",
            "hbase.region-size", "1g",
            "cassandra.compaction", "leveled");
    try (Engine engine = open();
        Connection connection = connect();
        Admin admin = connection.getAdmin()) {
      engine.createTable(pages(options, "t", "g", "g"));
      var table = admin.getDescriptor(pagesTable());
      assertThat(table.getMaxFileSize()).isEqualTo(1L << 30);
      ColumnFamilyDescriptor body = table.getColumnFamily(Bytes.toBytes("body"));
      assertThat(body.getCompressionType()).isEqualTo(Compression.Algorithm.GZ);
      assertThat(body.getDataBlockEncoding().name()).isEqualTo("FAST_DIFF");
      assertThat(body.getMaxVersions()).isEqualTo(1);
      ColumnFamilyDescriptor meta = table.getColumnFamily(Bytes.toBytes("meta"));
      assertThat(meta.getCompressionType()).isEqualTo(Compression.Algorithm.NONE);
      assertThat(admin.getRegions(pagesTable()))
          .extracting(region -> Bytes.toStringBinary(region.getStartKey()))
          .containsExactlyInAnyOrder("", "g\\x00", "t\\x00");
      engine.createTable(pages(options));
      engine.createTable(pages(Map.of()));
    }
  }

  @Test
  void createTables_oneOfAnotherSchema_failsWhenTheOthersAreMade() throws Exception {
    try (Engine engine = open();
        Connection connection = connect();
        Admin admin = connection.getAdmin()) {
      engine.createTable(pages(Map.of()));
      List<KeyColumn> key = List.of(KeyColumn.of("id", ScalarType.LONG));
      var tables = List.of("pages", "first", "second", "third", "fourth");
      List<TableSchema> wanted =
          tables.stream().map(name -> TableSchema.of(name, key, META)).toList();
      assertThatThrownBy(() -> engine.createTables(wanted))
          .isInstanceOf(SchemaMismatchException.class)
          .hasMessageContaining("pages");
      for (String table : tables) {
        TableName name = TableName.valueOf(StoreUri.parse(uri).namespace(), table);
        assertThat(admin.isTableAvailable(name)).as(table).isTrue();
      }
    }
  }

  @Test
  void createTable_standingWithOtherOptions_saysWhich() {
    try (Engine engine = open()) {
      engine.createTable(pages(Map.of("hbase.body.bloom", "rowcol")));
      var wanted = pages(Map.of("hbase.bloom", "none", "hbase.region-size", "2g"));
      assertThatThrownBy(() -> engine.createTable(wanted))
          .isInstanceOf(SchemaMismatchException.class)
          .hasMessageContainingAll("meta", "hbase.bloom row, not none", "rowcol", "region-size");
    }
  }

  @Test
  void createTable_unknownOption_isRefusedWithTheKnownOnes() {
    try (Engine engine = open()) {
      for (String name : List.of("hbase.colour", "hbase.nowhere.bloom", "hbase.meta.region-size")) {
        assertThatThrownBy(() -> engine.createTable(pages(Map.of(name, "none"))))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContainingAll(name, "compression", "block-encoding", "region-size");
      }
      assertThatThrownBy(() -> engine.createTable(pages(Map.of("hbase.compression", "zip"))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll("zip", "none or gz");
      assertThat(engine.tables()).isEmpty();
    }
  }

  @Test
  void createTable_changedOrMadeByOthers_isRefused() throws Exception {
    try (Engine engine = open();
        Connection connection = connect();
        Admin admin = connection.getAdmin()) {
      engine.createTable(pages(Map.of()));
      admin.addColumnFamily(pagesTable(), ColumnFamilyDescriptorBuilder.of("extra"));
      TableName foreign = TableName.valueOf(pagesTable().getNamespaceAsString(), "foreign");
      admin.createTable(
          TableDescriptorBuilder.newBuilder(foreign)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("meta"))
              .build());
      assertThat(engine.tables()).extracting(TableSchema::name).containsExactly("pages");
      try (Engine other = open()) {
        assertThatThrownBy(() -> other.createTable(pages(Map.of())))
            .isInstanceOf(SchemaMismatchException.class)
            .hasMessageContaining("extra");
        var ofThatName =
            TableSchema.of("foreign", List.of(KeyColumn.of("id", ScalarType.LONG)), META);
        assertThatThrownBy(() -> other.createTable(ofThatName))
            .isInstanceOf(SchemaMismatchException.class)
            .hasMessageContaining("Portolan did not create it");
        other.dropTable("foreign");
      }
      assertThat(admin.tableExists(foreign)).isTrue();
    }
  }

  @Test
  void open_whereRemovalsWouldNotHold_isRefusedWithTheWayBack() throws Exception {
    String delay = "hbase.hstore.time.to.purge.deletes";
    try (Engine engine = open();
        Connection connection = connect();
        Admin admin = connection.getAdmin()) {
      engine.createTable(pages(Map.of()));
      var made = admin.getDescriptor(pagesTable());
      var body = made.getColumnFamily(Bytes.toBytes("body"));
      admin.modifyTable(TableDescriptorBuilder.newBuilder(made).setValue(delay, "3599999").build());
      assertRefused(delay + " 3599999", "7200000");
      assertThatThrownBy(engine::tables).isInstanceOf(SchemaMismatchException.class);
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(made)
              .modifyColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(body)
                      .setConfiguration(delay, "0")
                      .setKeepDeletedCells(KeepDeletedCells.TRUE)
                      .build())
              .build());
      assertRefused("column family body has its own " + delay + " 0", "KEEP_DELETED_CELLS");
      admin.modifyTable(made);
      open().close();
      admin.modifyTable(TableDescriptorBuilder.newBuilder(made).removeValue(delay).build());
      assertRefused(delay + " is not set", "7200000");
      engine.dropTable("pages");
      open().close();
    }
  }

  private void assertRefused(String... parts) {
    assertThatThrownBy(this::open)
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContaining(pagesTable().getNameAsString())
        .hasMessageContainingAll(parts);
  }

  @Test
  void get_interrupted_saysSoAndKeepsTheStatus() {
    try (Engine engine = open()) {
      engine.createTable(pages(Map.of()));
      Get get = Get.of("pages", Tuple.of("a"), FamilyRead.all("meta"));
      EngineException thrown = null;
      while (thrown == null) {
        Thread.currentThread().interrupt();
        try {
          engine.get(get);
        } catch (EngineException interrupted) {
          thrown = interrupted;
        }
        assertThat(Thread.interrupted()).isTrue();
      }
      assertThat(thrown)
          .isNotInstanceOf(UnavailableException.class)
          .isNotInstanceOf(OutcomeUnknownException.class)
          .hasMessageContainingAll("pages(a)", "interrupted");
    }
  }

  @Test
  void get_ofTableMadeByAnother_findsIt() {
    try (Engine engine = open();
        Engine other = open()) {
      engine.createTable(pages(Map.of()));
      other.mutate(
          Mutation.of(
              "pages",
              Tuple.of("a"),
              new org.portolan.engine.Change.PutColumns("meta", List.of("A"))),
          Durability.SYNCED);
      assertThat(engine.get(Get.of("pages", Tuple.of("a"), FamilyRead.all("meta"))).family("meta"))
          .contains(List.of("A"));
    }
  }

  @Test
  void open_existingThatIsNotThere_isMissing() {
    assertThatThrownBy(() -> Engines.open(uri, OpenMode.EXISTING))
        .isInstanceOf(StoreMissingException.class)
        .hasMessageContaining("namespace");
  }

  @Test
  void open_whereNobodyListens_isUnavailable() {
    assertThatThrownBy(
            () -> Engines.open("hbase://127.0.0.1:1/wiki?timeout=2s", OpenMode.CREATE_IF_MISSING))
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("127.0.0.1:1");
  }
}
