package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The traps in a real server of PostgreSQL, whose processes end with this one. */
@Tag("servers")
class PostgreSqlTrapsTest extends TrapsContract {
  private static final AtomicInteger DATABASES = new AtomicInteger();

  @TempDir static Path server;
  private static EmbeddedPostgres postgres;

  @BeforeAll
  static void start() throws IOException {
    postgres =
        EmbeddedPostgres.builder()
            .setDataDirectory(server.resolve("data"))
            .setOverrideWorkingDirectory(server.resolve("work").toFile())
            .start();
  }

  @AfterAll
  static void stop() throws IOException {
    if (postgres != null) {
      postgres.close();
    }
  }

  @Override
  String emptyDatabase() {
    String name = "traps" + DATABASES.incrementAndGet();
    try (var connection = postgres.getPostgresDatabase().getConnection();
        var statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name + " ENCODING 'UTF8' TEMPLATE template0");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return "jdbc:postgresql://127.0.0.1:" + postgres.getPort() + "/" + name + "?user=postgres";
  }

  @Override
  String quoted(String name) {
    return '"' + name + '"';
  }

  @Override
  String caseless(String length) {
    return "VARCHAR(" + length + ")";
  }

  @Override
  String stored() {
    return " STORED";
  }

  @Override
  String specialEntity() {
    return """
    special:
      key: {id: text}
      families:
        main:
          number: decimal(30,10)
          any: text
          float: text
          double: text
          truth: boolean
          flag: boolean
          bits: int
          bytes: bytes
          long: compressed text
          day: timestamp
          infinite: text
          local: timestamp
          moment: timestamp
          clock: text
          span: text
          json: text
          jsonb: text
          mood: text
          address: text
          numbers: list of int
          words: set of text
          moments: list of timestamp
          blobs: list of bytes
          prices: list of text
          until: list of text
          days: list of text
          locals: list of timestamp
          serial: long
    """;
  }

  @Override
  String specialMapping() {
    return """
    special:
      entity: special
      columns:
        id: id
        number: number
        any: any_
        float: float_
        double: double_
        truth: truth
        flag: flag
        bits: bits
        bytes: bytes
        long: long_
        day: day_
        infinite: infinite
        local: local_
        moment: moment_
        clock: clock
        span: span
        json: json_
        jsonb: jsonb_
        mood: mood
        address: address
        numbers: numbers
        words: words
        moments: moments
        blobs: blobs
        prices: prices
        until: until_
        days: days
        locals: locals
        serial: serial_
    """;
  }

  @Override
  List<String> specialTable() {
    return List.of(
        "CREATE TYPE mood AS ENUM ('sad', 'it''s')",
        "CREATE TABLE special (id UUID PRIMARY KEY, number NUMERIC(30,10), any_ NUMERIC, float_"
            + " REAL, double_ DOUBLE PRECISION, truth BOOLEAN, flag BIT(1), bits BIT(10), bytes"
            + " BYTEA, long_ TEXT, day_ DATE, infinite TIMESTAMP, local_ TIMESTAMP, moment_"
            + " TIMESTAMPTZ, clock TIME, span INTERVAL, json_ JSON, jsonb_ JSONB, mood mood,"
            + " address INET, numbers INT[], words TEXT[], moments TIMESTAMPTZ[], blobs BYTEA[],"
            + " prices NUMERIC[], until_ TIMESTAMPTZ[], days DATE[], locals TIMESTAMP[], serial_"
            + " BIGINT GENERATED ALWAYS AS IDENTITY)");
  }

  @Override
  List<String> specialRows() {
    return List.of(
        "SET TIME ZONE 'Asia/Tokyo'",
        "INSERT INTO special VALUES ('01234567-89ab-cdef-0123-456789abcdef',"
            + " -12345678901234567890.0123456789, 1e40, 0.1, 1e300, TRUE, B'1', B'1000000001',"
            + " '\\x00ff5c27', repeat('long ', 5000), '2020-06-01', 'infinity', '2020-10-25"
            + " 03:30:00.123456', '2020-01-01 12:00:00.000001', '24:00:00', '1 year 2 days"
            + " 03:04:05.6', '{\"a\":  [1, null]}', '{\"b\": 1, \"a\": 2}', 'it''s', '10.0.0.0/8',"
            + " '{3,1,3}', '{a,b}', '{2020-01-01 00:00:00+00}', ARRAY['\\x00ff'::bytea, ''],"
            + " '{NaN,1.50,-0.1}', '{infinity,\"2020-01-01 00:00:00.5+03\",\"1500-01-01"
            + " 00:00:00+00\",\"0044-03-15 00:00:00+00 BC\"}', '{-infinity,1500-01-01,2020-06-01}',"
            + " '{\"1500-01-01 00:00:00\",\"2020-06-01 12:00:00.000001\"}')",
        "INSERT INTO special (id) VALUES ('00000000-0000-0000-0000-000000000000')",
        "INSERT INTO special (id, any_, float_, double_, infinite, bytes, long_, numbers)"
            + " VALUES ('ffffffff-ffff-ffff-ffff-ffffffffffff', 'NaN', 'NaN', '-Infinity',"
            + " '0044-03-15 00:00:00 BC', '', '', '{}')");
  }

  @Test
  void valuesThatPostgreSqlWouldChange_areRejectedOnTheWayBack() throws Exception {
    WayBack.Outcome outcome =
        new WayBack(directory)
            .with(1, "a", "list of text", List.of("1.005"))
            .with(2, "a", "list of text", List.of("1.50"))
            .with(3, "c", "list of text", List.of("abc  "))
            .with(4, "j", "text", "{\"a\": 1, \"a\": 2}")
            .with(5, "j", "text", "{\"a\": 2}")
            .with(6, "i", "text", "00:00:01.5")
            .with(7, "q", "text", "ab")
            .with(8, "m", "text", "1.005")
            .with(9, "d", "text", "1 Jan 2020")
            .with(10, "d", "text", "2020-01-01")
            .into(
                emptyDatabase(),
                List.of(
                    "CREATE TABLE n (id INT PRIMARY KEY, a NUMERIC(10,2)[], c VARCHAR(3)[],"
                        + " j JSONB, i INTERVAL(0), q \"char\", m MONEY, d DATE)"));
    assertThat(outcome.rejects())
        .anyMatch(one -> one.contains("is [1.005], and would come back as [1.01]"))
        .anyMatch(one -> one.contains("is 'ab', and would come back as 'a'"))
        .anyMatch(one -> one.contains("is '1 Jan 2020', and would come back as '2020-01-01'"));
    assertThat(outcome.rejects()).hasSize(7);
    assertThat(outcome.rows()).hasSize(3);
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
                  List.of(
                      "CREATE TABLE n (id INT PRIMARY KEY, v TEXT)",
                      "CREATE FUNCTION lower_v() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN IF"
                          + " TG_WHEN = 'AFTER' THEN UPDATE n SET v = LOWER(v); ELSE NEW.v ="
                          + " LOWER(NEW.v); END IF; RETURN NEW; END $$",
                      "CREATE TRIGGER lower_v "
                          + when
                          + " INSERT ON n FOR EACH ROW EXECUTE FUNCTION lower_v()",
                      // Otherwise it does not run where foreign keys are not checked.
                      "ALTER TABLE n ENABLE ALWAYS TRIGGER lower_v"));
      assertThat(outcome.rejects())
          .singleElement()
          .asString()
          .contains("is 'B', and would come back as 'b'; the table has triggers, lower_v");
      assertThat(outcome.rows()).hasSize(1);
      assertThat(outcome.summary().notes()).anyMatch(note -> note.contains("lower_v"));
    }
  }

  @Test
  void rowsThatReferToARejectedOne_areRejectedOnTheWayBack() throws Exception {
    RejectedReferences.requireRejects(emptyDatabase(), directory);
  }

  /** PostgreSQL lists a foreign key to such a table once more for each partition. */
  @Test
  void rowsThatReferToAPartitionedTable_needOneOfThePartitionsOnly() throws Exception {
    WayBack.Outcome outcome =
        new WayBack(directory)
            .withNulls(1)
            .with(11, "up", "int", 1)
            .with(2, "up", "int", 11)
            .with(3, "up", "int", 99)
            .into(
                emptyDatabase(),
                List.of(
                    "CREATE TABLE n (id INT PRIMARY KEY, up INT REFERENCES n) PARTITION BY RANGE"
                        + " (id)",
                    "CREATE TABLE n0 PARTITION OF n FOR VALUES FROM (0) TO (10)",
                    "CREATE TABLE n1 PARTITION OF n FOR VALUES FROM (10) TO (20)"));
    assertThat(outcome.rejects())
        .singleElement()
        .asString()
        .contains("refers to n(99), which was not brought back");
    assertThat(outcome.rows()).hasSize(3);
  }
}
