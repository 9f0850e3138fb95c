package org.portolan.follow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Store;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.Mapping;
import org.portolan.design.MappingReader;
import org.portolan.follow.FollowedMigration.CutOver;
import org.portolan.follow.FollowedMigration.Outcome;
import org.portolan.follow.FollowedMigration.Switch;
import org.portolan.migrate.Migration;
import org.portolan.migrate.MigrationOptions;
import org.portolan.migrate.Verification;
import org.portolan.migrate.Verification.TableResult;
import org.portolan.migrate.sql.JdbcSource;

/** The log of a database whose settings change how values are written. */
@Tag("servers")
@ExtendWith(FollowServers.class)
class FollowedSettingsTest {
  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: d
          entities:
            file: {key: {digest: bytes}, families: {main: {v: text, f: text}}}
            day:
              key: {day: timestamp, moment: timestamp, n: "decimal(9,2)"}
              families: {main: {v: text, i: text}}
          """,
          "d.yaml");

  private static final Mapping MAPPING =
      MappingReader.read(
          """
          format: 1
          design: d
          tables:
            files: {entity: file, columns: {digest: digest, v: v, f: f}}
            days: {entity: day, columns: {day: day, moment: moment, n: n, v: v, i: i}}
          """,
          DESIGN,
          "mapping.yaml");

  @TempDir Path directory;
  private final List<String> told = new CopyOnWriteArrayList<>();

  @Test
  void postgreSql_settingsOfTheDatabase_hideNoChange() throws Exception {
    String url = FollowServers.database(FollowServers.postgreSql(), "settings");
    FollowServers.execute(
        url,
        "CREATE TABLE files (digest BYTEA PRIMARY KEY, v TEXT, f DOUBLE PRECISION)",
        "CREATE TABLE days (day DATE, moment TIMESTAMPTZ, n NUMERIC(9,2), v TEXT, i INTERVAL,"
            + " PRIMARY KEY (day, moment, n))",
        "INSERT INTO files VALUES ('\\x00ff5c41', 'a', 0.1), ('\\x01', 'b', 0.1)",
        "INSERT INTO days VALUES ('2020-02-01', '2020-02-01 12:00:00.5+03', 1.50, 'a', '1 day')",
        "ALTER DATABASE settings SET bytea_output = 'escape'",
        "ALTER DATABASE settings SET extra_float_digits = -10",
        "ALTER DATABASE settings SET datestyle = 'German'",
        "ALTER DATABASE settings SET intervalstyle = 'iso_8601'",
        "ALTER DATABASE settings SET timezone = 'Asia/Tokyo'");
    assertThat(run(url)).as("told %s", told).isEqualTo(Outcome.SWITCH);
    assertThat(told).noneMatch(line -> line.startsWith("different") || line.startsWith("missing"));
  }

  private Outcome run(String url) {
    MigrationOptions options = MigrationOptions.of(directory.resolve("rejects")).resuming();
    Switch switching = new Switch(new CutOver.Hook("true", Duration.ofMinutes(1)), false);
    try (Store store =
            Stores.openOrCreate(
                "rocksdb:" + directory.resolve("store"),
                DESIGN,
                StoreOptions.DEFAULT.admittingUnfinishedLoads());
        FollowedMigration migration =
            new FollowedMigration(url, store, MAPPING, options, this::tell)) {
      return migration.run(
          new FollowedMigration.Steps() {
            @Override
            public void copy() {
              try (JdbcSource source = new JdbcSource(url, 1, false)) {
                Object unused =
                    new Migration(source, MAPPING, DESIGN, options, rows -> {}).run(store);
              }
              change(url);
            }

            @Override
            public List<TableResult> verify(Migration last) {
              return new Verification(last, store, true, false, each -> tell(each.toString()))
                  .run();
            }
          },
          Optional.of(switching));
    }
  }

  /** Changes rows that only the log tells of. */
  private static void change(String url) {
    try {
      FollowServers.execute(
          url,
          "UPDATE files SET v = 'changed', f = 1.2345678901234567 WHERE digest = '\\x00ff5c41'",
          "DELETE FROM files WHERE digest = '\\x01'",
          "INSERT INTO files VALUES ('\\x5c783031', 'new', 123456789.123456789)",
          "UPDATE days SET v = 'changed', i = '1 year 2 days'",
          "INSERT INTO days VALUES ('02.03.2020', '2020-12-01 12:00:00Z', 0.30, 'new', '1 mon')");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void tell(String line) {
    System.out.println("  " + line);
    told.add(line);
  }
}
