package org.portolan.engine.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.Mutation;
import org.portolan.engine.SchemaMismatchException;
import org.portolan.engine.TableSchema;
import org.portolan.engine.cassandra.server.CassandraServer;
import org.portolan.types.Column;
import org.portolan.types.ColumnType;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** The script for {@code cqlsh}, executed by a server. */
@Tag("servers")
class CqlScriptTest {
  private static final List<TableSchema> TABLES =
      List.of(
          new TableSchema(
              "order",
              List.of(
                  KeyColumn.of("Customer", ScalarType.TEXT),
                  KeyColumn.of("placed", ScalarType.TIMESTAMP).descending(),
                  KeyColumn.of("select", ScalarType.LONG).allowingNull()),
              1,
              List.of(
                  new ColumnFamily(
                      "main",
                      List.of(
                          new Column("it's \"quoted\"; -- Größe", ScalarType.TEXT),
                          new Column("tags", ColumnType.parse("set of text")))),
                  new ItemFamily(
                      "lines",
                      List.of(KeyColumn.of("n", ScalarType.INT).descending()),
                      List.of(new Column("price", ScalarType.decimal(8, 2))))),
              List.of(Tuple.of("m")),
              Map.of(
                  "cassandra.compaction", "leveled",
                  "cassandra.compression", "zstd",
                  "cassandra.caching", "none",
                  "cassandra.gc-grace", "2h",
                  "cassandra.ttl", "10d",
                  "hbase.compression", "gz")),
          TableSchema.of(
              "plain",
              List.of(KeyColumn.of("id", ScalarType.BYTES)),
              new ColumnFamily("_write", List.of(new Column("version", ScalarType.LONG)))));

  private static String uri(String keyspace) {
    return "cassandra://" + CassandraServer.shared().address() + "/" + keyspace + "?rf=1";
  }

  private static String script(List<TableSchema> tables, String uri) {
    return new CassandraEngineProvider().script(uri, tables).orElseThrow().text();
  }

  private static CqlSession session() {
    String[] address = CassandraServer.shared().address().split(":", -1);
    return CqlSession.builder()
        .addContactPoint(new InetSocketAddress(address[0], Integer.parseInt(address[1])))
        .withLocalDatacenter("datacenter1")
        .build();
  }

  /** Splits a script as {@code cqlsh} does: a semicolon in quotes ends no statement. */
  private static List<String> statements(String script) {
    List<String> statements = new ArrayList<>();
    StringBuilder statement = new StringBuilder();
    char quote = 0;
    for (int at = 0; at < script.length(); at++) {
      char c = script.charAt(at);
      if (quote == 0 && script.startsWith("--", at)) {
        at = script.indexOf('\n', at);
      } else if (quote == 0 && c == ';') {
        statements.add(statement.toString().strip());
        statement.setLength(0);
      } else {
        if (c == '"' || c == '\'') {
          quote = quote == 0 ? c : quote == c ? 0 : quote;
        }
        statement.append(c);
      }
    }
    assertThat(statement.toString().strip()).isEmpty();
    return statements;
  }

  private static String description(CqlSession session, String keyspace) {
    session.refreshSchema();
    return session
        .getMetadata()
        .getKeyspace(keyspace)
        .orElseThrow()
        .describeWithChildren(true)
        .replace(keyspace, "KEYSPACE");
  }

  private static List<String> catalog(CqlSession session, String keyspace) {
    return session
        .execute("SELECT name, state, declaration FROM " + keyspace + ".portolan_schema")
        .all()
        .stream()
        .map(Row::getFormattedContents)
        .sorted()
        .toList();
  }

  private static Map<String, String> ids(CqlSession session, String keyspace) {
    Map<String, String> ids = new TreeMap<>();
    session
        .execute(
            "SELECT table_name, id FROM system_schema.tables WHERE keyspace_name = ?", keyspace)
        .forEach(row -> ids.put(row.getString("table_name"), row.getUuid("id").toString()));
    return ids;
  }

  private static String version(CqlSession session) {
    return session
        .execute("SELECT schema_version FROM system.local")
        .one()
        .getUuid("schema_version")
        .toString();
  }

  @Test
  void script_onAnEmptyServer_makesWhatAStoreMakesAndTheStoreCreatesNothing() {
    try (CqlSession session = session();
        Engine own = Engines.open(uri("script_own"), OpenMode.CREATE_IF_MISSING)) {
      own.createTables(TABLES);
      for (String statement : statements(script(TABLES, uri("script_text")))) {
        session.execute(statement);
      }
      assertThat(description(session, "script_text"))
          .contains("CREATE KEYSPACE", "LeveledCompactionStrategy", "order_lines")
          .isEqualTo(description(session, "script_own"));
      assertThat(catalog(session, "script_text"))
          .hasSize(TABLES.size())
          .isEqualTo(catalog(session, "script_own"));
      String version = version(session);
      Map<String, String> ids = ids(session, "script_text");
      try (Engine engine = Engines.open(uri("script_text"), OpenMode.CREATE_IF_MISSING)) {
        engine.createTables(TABLES);
        assertThat(engine.tables())
            .extracting(TableSchema::families)
            .containsExactlyInAnyOrderElementsOf(
                TABLES.stream().map(TableSchema::families).toList());
        engine.mutate(
            Mutation.of(
                "plain",
                Tuple.of(org.portolan.types.Bytes.ofHex("01")),
                new Change.PutColumns("_write", List.of(7L))),
            Durability.SYNCED);
      }
      assertThat(version(session)).isEqualTo(version);
      assertThat(ids(session, "script_text")).hasSize(4).isEqualTo(ids);
    }
  }

  @Test
  void script_ofTablesWithTheSameNameInCql_isRefusedAsByAStore() {
    KeyColumn id = KeyColumn.of("id", ScalarType.LONG);
    ColumnFamily meta = new ColumnFamily("meta", List.of(new Column("note", ScalarType.TEXT)));
    List<TableSchema> tables =
        List.of(
            TableSchema.of("a", List.of(id), new ItemFamily("b", List.of(id), List.of())),
            TableSchema.of("a_b", List.of(id), meta));
    assertThatThrownBy(() -> script(tables, "cassandra://host/shop"))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContainingAll("a_b", "another name");
    List<TableSchema> wrong =
        List.of(
            new TableSchema(
                "t", List.of(id), 1, List.of(meta), List.of(), Map.of("cassandra.tll", "1d")));
    assertThatThrownBy(() -> script(wrong, "cassandra://host/shop"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cassandra.tll");
  }

  @Test
  void script_ofAUriWithOptions_hasThem() {
    assertThat(script(List.of(), "cassandra://host/shop?rf=2&dc=o'east"))
        .contains("\"shop\" WITH replication", "'o''east': 2}");
    assertThat(script(List.of(), "cassandra://host/shop")).contains("'datacenter1': 3}");
  }
}
