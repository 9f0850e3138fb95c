package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.Mapping;
import org.portolan.design.MappingReader;
import org.portolan.migrate.sql.JdbcSource;

/** Settings of a database of PostgreSQL that change how it writes and reads values. */
@Tag("servers")
class PostgreSqlSettingsTest extends OnPostgreSql {
  private static final List<String> SETTINGS =
      List.of(
          "extra_float_digits = -10",
          "intervalstyle = 'iso_8601'",
          "datestyle = 'German'",
          "timezone = 'Asia/Tokyo'",
          "bytea_output = 'escape'",
          "array_nulls = off",
          "quote_all_identifiers = on",
          "xmloption = 'document'");

  private static final String TABLE =
      "CREATE TABLE n (id INT PRIMARY KEY, r REAL, d DOUBLE PRECISION, ds DOUBLE PRECISION[],"
          + " p POINT, i INTERVAL, h INTERVAL[], b BYTEA, bs BYTEA[], day DATE, moment TIMESTAMPTZ,"
          + " moments TSTZRANGE, x XML, c REGCLASS)";

  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: n
          entities:
            n:
              key: {id: int}
              families:
                main: {r: "decimal(40,20)", d: text, ds: list of text, p: text, i: text,
                  h: list of text, b: bytes, bs: list of bytes, day: timestamp, moment: timestamp,
                  moments: text, x: text, c: text}
          """,
          "n.yaml");

  private static final Mapping MAPPING =
      MappingReader.read(
          """
          format: 1
          design: n
          tables:
            n:
              entity: n
              columns: {id: id, r: r, d: d, ds: ds, p: p, i: i, h: h, b: b, bs: bs, day: day,
                moment: moment, moments: moments, x: x, c: c}
          """,
          DESIGN,
          "mapping.yaml");

  /** Every value as the server has it, by nothing that a setting changes. */
  private static final String EXACT =
      "(SELECT id, encode(float4send(r), 'hex') AS r, encode(float8send(d), 'hex') AS d,"
          + " encode(array_send(ds), 'hex') AS ds, encode(point_send(p), 'hex') AS p,"
          + " encode(interval_send(i), 'hex') AS i, encode(array_send(h), 'hex') AS h,"
          + " encode(b, 'hex') AS b, encode(array_send(bs), 'hex') AS bs,"
          + " encode(date_send(day), 'hex') AS day, encode(timestamptz_send(moment), 'hex') AS"
          + " moment, encode(range_send(moments), 'hex') AS moments, encode(convert_to(CAST(x AS"
          + " text), 'UTF8'), 'hex') AS x, CAST(c AS oid) = CAST('n' AS regclass) AS c FROM n) AS n";

  /** Sets them for all later sessions of a database. */
  private static void set(String url, List<String> settings) {
    String name = url.replaceAll(".*/(\\w+)\\?.*", "$1");
    Databases.run(
        url, settings.stream().map(each -> "ALTER DATABASE " + name + " SET " + each).toList());
  }

  @Test
  void settingsOfBothDatabases_changeNoValueOnTheWayThereAndBack() throws Exception {
    String from = server.emptyDatabase();
    Databases.run(
        from,
        List.of(
            TABLE,
            "INSERT INTO n VALUES (1, 1.2345678, 123456789.123456789, '{0.1,1.2345678901234567}',"
                + " '(1.2345678901234567,0.3)', '1 year -2 days 03:04:05.6', '{1 mon 2 days}',"
                + " '\\x00ff5c27', ARRAY['\\x00ff5c'::bytea], '2020-06-01',"
                + " '2020-10-25 03:30:00.123456+02', '[2020-01-01 00:00+00,2020-02-01 00:00+00)',"
                + " XMLPARSE(CONTENT 'a<b/>c'), 'n')",
            "INSERT INTO n (id, r, d) VALUES (2, 16777216, 1e22)"));
    set(from, SETTINGS);
    Path rejects = directory.resolve("rejects.jsonl");
    try (Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), DESIGN)) {
      try (JdbcSource source = new JdbcSource(from, 1, false)) {
        MigrationOptions options = MigrationOptions.of(rejects);
        assertThat(
                new Migration(source, MAPPING, DESIGN, options, rows -> {}).run(store).rejected())
            .isZero();
      }
      // A comparison reads the same values after the settings have changed.
      String name = from.replaceAll(".*/(\\w+)\\?.*", "$1");
      Databases.run(from, List.of("ALTER DATABASE " + name + " RESET ALL"));
      assertThat(differences(store, from)).isEmpty();
      for (List<String> settings : List.of(List.<String>of(), SETTINGS)) {
        String back = server.emptyDatabase();
        Databases.run(back, List.of(TABLE));
        set(back, settings);
        try (ReturnMigration work =
            new ReturnMigration(store, MAPPING, back, rejects, rows -> {})) {
          assertThat(work.run().rejected()).as("rejected with " + settings).isZero();
        }
        assertThat(Databases.rows(back, EXACT)).isEqualTo(Databases.rows(from, EXACT)).hasSize(2);
      }
    }
  }

  private List<String> differences(Store store, String url) {
    List<String> differences = new ArrayList<>();
    try (JdbcSource source = new JdbcSource(url, 1, false)) {
      MigrationOptions options = MigrationOptions.of(directory.resolve("other"));
      Migration migration = new Migration(source, MAPPING, DESIGN, options, rows -> {});
      Object unused =
          new Verification(migration, store, true, false, each -> differences.add(each.toString()))
              .run();
    }
    return differences;
  }
}
