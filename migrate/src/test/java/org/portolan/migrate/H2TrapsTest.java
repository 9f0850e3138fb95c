package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.Mapping;
import org.portolan.design.MappingReader;
import org.portolan.migrate.sql.JdbcSource;

/** The traps in H2. */
class H2TrapsTest extends TrapsContract {
  private final AtomicInteger databases = new AtomicInteger();

  @Override
  String emptyDatabase() {
    return "jdbc:h2:"
        + directory.resolve("db" + databases.incrementAndGet())
        + ";DATABASE_TO_UPPER=FALSE;CASE_INSENSITIVE_IDENTIFIERS=TRUE";
  }

  @Override
  String quoted(String name) {
    return '"' + name + '"';
  }

  @Override
  String caseless(String length) {
    return "VARCHAR_IGNORECASE(" + length + ")";
  }

  @Override
  String specialEntity() {
    return """
        special:
          key: {id: "decimal(19,0)"}
          families:
            main:
              tiny: int
              number: decimal(12,3)
              real: text
              double: text
              truth: boolean
              bytes: bytes
              clob: compressed text
              day: timestamp
              local: timestamp
              moment: timestamp
              clock: text
              uuid: bytes
              json: text
              enum: text
              numbers: list of long
              words: set of text
        """;
  }

  @Override
  String specialMapping() {
    return """
        special:
          entity: special
          columns:
            id: id
            tiny: tiny
            number: number
            real: real_
            double: double_
            truth: truth
            bytes: bytes
            clob: clob_
            day: day_
            local: local_
            moment: moment_
            clock: clock
            uuid: uuid_
            json: json_
            enum: enum_
            numbers: numbers
            words: words
        """;
  }

  @Override
  List<String> specialTable() {
    return List.of(
        "CREATE TABLE special (id BIGINT PRIMARY KEY, tiny TINYINT, number DECIMAL(12,3),"
            + " real_ REAL, double_ DOUBLE PRECISION, truth BOOLEAN, bytes VARBINARY(100),"
            + " clob_ CLOB, day_ DATE, local_ TIMESTAMP(6), moment_ TIMESTAMP(6) WITH TIME ZONE,"
            + " clock TIME, uuid_ UUID, json_ JSON, enum_ ENUM('a', 'it''s'),"
            + " numbers BIGINT ARRAY, words VARCHAR(20) ARRAY)");
  }

  @Test
  void row_whoseTextIsNotReadAgain_isRefusedBeforeAnythingMoves() {
    String url = emptyDatabase();
    Databases.run(
        url,
        List.of(
            "CREATE TABLE t (id BIGINT PRIMARY KEY, r ROW(a INT, b VARCHAR(9)))",
            "INSERT INTO t VALUES (1, ROW(1, 'x'))"));
    Design design =
        DesignReader.read(
            "{format: 1, design: d, entities: {t: {key: {id: long}, families: {main: {r: text}}}}}",
            "d.yaml");
    Mapping mapped =
        MappingReader.read(
            "{format: 1, design: d, tables: {t: {entity: t, columns: {id: id, r: r}}}}",
            design,
            "mapping.yaml");
    MigrationOptions options = MigrationOptions.of(directory.resolve("rejects.jsonl"));
    try (JdbcSource source = new JdbcSource(url, 1, false)) {
      assertThatThrownBy(() -> new Migration(source, mapped, design, options, rows -> {}))
          .isInstanceOf(MigrateException.class)
          .hasMessageContaining("column 'r' is a ROW, whose text the database does not read again");
    }
  }

  @Override
  List<String> specialRows() {
    return List.of(
        "INSERT INTO special VALUES (9223372036854775807, -128, 123456789.125, 0.1, 1e300, TRUE,"
            + " X'00ff', REPEAT('long ', 5000), DATE '2020-06-01',"
            + " TIMESTAMP '2020-10-25 03:30:00.123456',"
            + " TIMESTAMP WITH TIME ZONE '2020-01-01 12:00:00.000001+00', TIME '23:59:59',"
            + " '01234567-89ab-cdef-0123-456789abcdef', JSON '{\"a\": [1, null]}', 'it''s',"
            + " ARRAY[3, 1, 3], ARRAY['a', 'b'])",
        "INSERT INTO special (id) VALUES (-9223372036854775808)",
        "INSERT INTO special (id, real_, double_, bytes, clob_, numbers) VALUES (0, 'NaN',"
            + " '-Infinity', X'', '', ARRAY[])");
  }

  @Test
  void valuesThatH2WouldChange_areRejectedOnTheWayBack() throws Exception {
    WayBack.Outcome outcome =
        new WayBack(directory)
            .with(1, "f", "text", "1.2345")
            .with(2, "f", "text", "1.23")
            .with(3, "a", "list of text", List.of("1.005"))
            .with(4, "a", "list of text", List.of("1.50"))
            .with(5, "i", "text", "INTERVAL '1.5' SECOND")
            .with(6, "j", "text", "{\"a\":  [1, null]}")
            .with(7, "j", "text", "{\"a\":[1,null]}")
            .with(8, "u", "text", "6CCD780CBABA102695645B8C656024DB")
            .with(9, "filled", "int", null)
            .with(10, "filled", "int", 1)
            .into(
                emptyDatabase(),
                List.of(
                    "CREATE TABLE n (id INT PRIMARY KEY, f DECFLOAT(3), a NUMERIC(10,2) ARRAY,"
                        + " i INTERVAL SECOND(2,0), j JSON, u UUID, filled INT DEFAULT 7 DEFAULT ON"
                        + " NULL)"));
    assertThat(outcome.rejects())
        .anyMatch(one -> one.contains("is '1.2345', and would come back as '1.23'"))
        .anyMatch(one -> one.contains("is [1.005], and would come back as [1.01]"));
    // Every row but the last lacks a value for the column that is filled.
    assertThat(outcome.rejects()).hasSize(9);
    assertThat(outcome.rejects().get(8)).contains("is null, and would come back as 7");
    assertThat(outcome.rows()).hasSize(1);
  }

  @Test
  void rowsThatTriggersChange_areRejectedOnTheWayBack() throws Exception {
    for (String when : List.of("BEFORE", "AFTER")) {
      WayBack.Outcome outcome =
          new WayBack(directory)
              .with(1, "v", "text", "a")
              .with(2, "v", "text", "B")
              .into(
                  emptyDatabase(),
                  List.of("CREATE TABLE n (id INT PRIMARY KEY, v VARCHAR(9))", trigger(when)));
      assertThat(outcome.rejects())
          .singleElement()
          .asString()
          .contains("is 'B', and would come back as 'b'; the table has triggers, ");
      assertThat(outcome.rows()).hasSize(1);
    }
  }

  /** Triggers that write in small letters, before and after the row is there. */
  private static final Map<String, String> LOWER =
      Map.of(
          "BEFORE",
          "row[1] = row[1].toString().toLowerCase();",
          "AFTER",
          "connection.createStatement().execute(\"UPDATE n SET v = LOWER(v)\");");

  private static String trigger(String when) {
    return "CREATE TRIGGER lower_v "
        + when
        + " INSERT ON n FOR EACH ROW AS 'org.h2.api.Trigger create() { return (connection, old,"
        + " row) -> { "
        + LOWER.get(when)
        + " }; }'";
  }

  @Test
  void rowsThatReferToARejectedOne_areRejectedOnTheWayBack() throws Exception {
    RejectedReferences.requireRejects(emptyDatabase(), directory);
  }
}
