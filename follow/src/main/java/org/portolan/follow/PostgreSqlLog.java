package org.portolan.follow;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.portolan.jdbc.PostgreSqlSettings;
import org.portolan.migrate.ChangeApplier;
import org.portolan.migrate.MigrateException;
import org.portolan.migrate.sql.Database;
import org.portolan.migrate.sql.KeyedRows.Visibility;

/**
 * PostgreSQL's log by a logical replication slot of {@code pgoutput}. The slot is the place: the
 * server moves it when the changes before are in the store, durably, and keeps its log from there.
 */
final class PostgreSqlLog extends FollowedDatabase {
  private static final int PORT_USUAL = 5_432;
  private static final int VERSION_MIN = 140_000;
  private static final AtomicLong MARKS = new AtomicLong();

  private final String marks = Long.toHexString(System.nanoTime()) + "-";

  PostgreSqlLog(Database database) {
    super(database);
  }

  @Override
  String begin(ChangeApplier applier, String name) {
    int version = Integer.parseInt(ask("read the version", "SHOW server_version_num").orElse("0"));
    if (version < VERSION_MIN) {
      throw new MigrateException(
          "cannot follow " + url() + ": its version is older than 14; copy with --resume instead");
    }
    String level = ask("read wal_level", "SHOW wal_level").orElse("");
    if (!level.equals("logical")) {
      throw new MigrateException(
          "cannot follow "
              + url()
              + ": wal_level is "
              + level
              + ", not logical; ALTER SYSTEM SET wal_level = 'logical', and restart the server");
    }
    // The publication first: changes from the slot's place on are looked up in it.
    String act =
        "make a publication (the user must own the tables, and have CREATE on the database)";
    forget(name); // Those of an earlier follower, whose session may still end.
    execute(
        act,
        "CREATE PUBLICATION "
            + name
            + (applier.tables().isEmpty() ? "" : " FOR TABLE ")
            + applier.tables().stream().map(this::quoted).collect(Collectors.joining(", ")));
    execute(
        "make a replication slot (the user must have REPLICATION)",
        "SELECT pg_create_logical_replication_slot(" + literal(name) + ", 'pgoutput')");
    return name;
  }

  private String quoted(String table) {
    int dot = table.indexOf('.');
    return database().quoted(table.substring(0, dot))
        + "."
        + database().quoted(table.substring(dot + 1));
  }

  private void drop(String name) {
    execute("remove the replication slot", dropSlot(name));
    execute("remove the publication", dropPublication(name));
  }

  private static String dropSlot(String name) {
    return "SELECT pg_drop_replication_slot(slot_name)" + ofSlot(name);
  }

  private static String dropPublication(String name) {
    return "DROP PUBLICATION IF EXISTS " + name;
  }

  /** Ends the session that reads a slot, and waits until it has ended. */
  private static String endReader(String slot) {
    return "SELECT pg_terminate_backend(active_pid, "
        + LOCK_SECONDS_MAX * 1_000
        + ")"
        + ofSlot(slot);
  }

  private static String ofSlot(String name) {
    return " FROM pg_replication_slots WHERE slot_name = " + literal(name);
  }

  @Override
  void restrict(ChangeApplier applier) {
    for (String table : applier.tables()) {
      if (!isPlain(table)) {
        applier.exclude(
            table, "it is partitioned, inherited from, foreign or unlogged; the log knows no such");
        continue;
      }
      Optional<Set<String>> told = told(table);
      if (told.isPresent() && !told.get().containsAll(applier.needed(table))) {
        applier.exclude(
            table,
            "of a deleted row, the log does not tell "
                + String.join(", ", applier.needed(table))
                + "; ALTER TABLE "
                + quoted(table)
                + " REPLICA IDENTITY FULL would let it");
      }
    }
  }

  private boolean isPlain(String table) {
    return ask(
            "look at the kind of a table",
            "SELECT 1 FROM pg_class WHERE oid = "
                + oid(table)
                + " AND relkind = 'r' AND relpersistence = 'p' AND NOT EXISTS (SELECT 1 FROM"
                + " pg_inherits WHERE inhparent = pg_class.oid)")
        .isPresent();
  }

  private String oid(String table) {
    return "CAST(" + literal(quoted(table)) + " AS regclass)";
  }

  /** Returns the columns that the log tells of a deleted row; empty if all. */
  private Optional<Set<String>> told(String table) {
    String oid = oid(table);
    String identity =
        ask("read the replica identity", "SELECT relreplident FROM pg_class WHERE oid = " + oid)
            .orElse("n");
    if (identity.equals("f")) {
      return Optional.empty();
    }
    Set<String> columns = new HashSet<>();
    String which = identity.equals("i") ? "indisreplident" : "indisprimary";
    if (identity.equals("n")) {
      return Optional.of(columns);
    }
    String names =
        ask(
                "read the replica identity",
                "SELECT string_agg(a.attname, E'\\n') FROM pg_index i JOIN pg_attribute a ON"
                    + " a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey) WHERE i.indrelid = "
                    + oid
                    + " AND i."
                    + which)
            .orElse("");
    columns.addAll(List.of(names.split("\n", -1)));
    return Optional.of(columns);
  }

  @Override
  Optional<String> lost(String place, List<String> tables) {
    Map<String, String> slot =
        row(
            "look for the replication slot",
            "SELECT coalesce(wal_status, '') AS kept, database = current_database() AS here FROM"
                + " pg_replication_slots WHERE slot_name = "
                + literal(place));
    if (!slot.getOrDefault("here", "f").startsWith("t")) {
      return Optional.of("the replication slot " + place + " is gone; somebody dropped it");
    }
    if (slot.getOrDefault("kept", "").equals("lost")) {
      return Optional.of(
          "the server has removed log that the replication slot "
              + place
              + " needs; give max_slot_wal_keep_size a greater value");
    }
    boolean published =
        ask(
                "look for the publication",
                "SELECT 1 FROM pg_publication WHERE pubname = " + literal(place))
            .isPresent();
    if (!published) {
      return Optional.of("the publication " + place + " is gone; somebody dropped it");
    }
    return unpublished(place, tables)
        .map(
            table ->
                "the publication "
                    + place
                    + " does not have the table "
                    + table
                    + ", which was made anew");
  }

  /** Returns a table that a publication lacks: one that was dropped and made anew fell out. */
  private Optional<String> unpublished(String publication, List<String> tables) {
    if (tables.isEmpty()) {
      return Optional.empty();
    }
    return ask(
        "look for the tables of the publication",
        tables.stream()
            .map(table -> "(" + literal(table) + ", " + oid(table) + ")")
            .collect(
                Collectors.joining(
                    ", ",
                    "SELECT name FROM (VALUES ",
                    ") AS followed (name, oid) WHERE NOT EXISTS (SELECT 1 FROM pg_publication_rel"
                        + " r JOIN pg_publication p ON p.oid = r.prpubid WHERE p.pubname = "
                        + literal(publication)
                        + " AND r.prrelid = followed.oid)")));
  }

  @Override
  String lockHolders() {
    return ask(
            "ask who holds locks",
            "SELECT string_agg(DISTINCT 'session ' || a.pid || ' of ' || coalesce(a.usename, '?') ||"
                + " coalesce(' at ' || a.client_addr, '') || ' has ' || l.mode || ' on ' ||"
                + " CAST(CAST(l.relation AS regclass) AS text), ', ') FROM pg_locks l JOIN"
                + " pg_stat_activity a ON a.pid = l.pid WHERE l.locktype = 'relation' AND l.granted"
                + " AND l.mode = 'AccessExclusiveLock' AND l.database = (SELECT oid FROM"
                + " pg_database WHERE datname = current_database()) AND a.pid <> pg_backend_pid()")
        .orElse("SELECT * FROM pg_locks WHERE mode = 'AccessExclusiveLock' names it");
  }

  @Override
  Properties properties(String place, List<String> tables) {
    Endpoint endpoint = Endpoint.of(url(), PORT_USUAL);
    Properties properties = new Properties();
    properties.setProperty("connector.class", "io.debezium.connector.postgresql.PostgresConnector");
    properties.setProperty("database.hostname", endpoint.host());
    properties.setProperty("database.port", Integer.toString(endpoint.port()));
    properties.setProperty("database.dbname", endpoint.database());
    properties.setProperty("database.user", endpoint.options().getOrDefault("user", ""));
    properties.setProperty("database.password", endpoint.options().getOrDefault("password", ""));
    if (endpoint.options().containsKey("sslmode")) {
      properties.setProperty("database.sslmode", endpoint.options().get("sslmode"));
    }
    // The server writes the values of a change by the settings of the session that reads its log.
    properties.setProperty("driver.options", PostgreSqlSettings.options());
    properties.setProperty("plugin.name", "pgoutput");
    properties.setProperty("slot.name", place);
    properties.setProperty("publication.name", place);
    properties.setProperty("publication.autocreate.mode", "disabled");
    properties.setProperty("slot.drop.on.stop", "false");
    properties.setProperty("snapshot.mode", "no_data");
    properties.setProperty("table.include.list", Follower.patterns(tables));
    properties.setProperty(
        "offset.storage", "org.apache.kafka.connect.storage.MemoryOffsetBackingStore");
    return properties;
  }

  @Override
  Optional<String> placeAfter(LogRecord record) {
    return Optional.empty();
  }

  @Override
  Visibility visibility(List<LogRecord> records) {
    Set<Integer> transactions = new HashSet<>();
    for (LogRecord record : records) {
      if (record.change().isPresent() && record.number("txId") >= 0) {
        transactions.add((int) record.number("txId"));
      }
    }
    return connection -> transactions.isEmpty() || shows(connection, transactions);
  }

  /** Compares the lower half of transactions' numbers, which are a ring, with a snapshot. */
  private static boolean shows(Connection connection, Set<Integer> transactions)
      throws SQLException {
    String text;
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT pg_current_snapshot()")) {
      row.next();
      text = row.getString(1);
    }
    String[] parts = text.split(":", -1);
    int end = (int) Long.parseLong(parts[1]);
    Set<Integer> running = new HashSet<>();
    for (String each : parts[2].split(",", -1)) {
      if (!each.isEmpty()) {
        running.add((int) Long.parseLong(each));
      }
    }
    return transactions.stream().allMatch(each -> each - end < 0 && !running.contains(each));
  }

  /** Writes a text into the log: no table changes, and it comes behind all earlier commits. */
  @Override
  Mark mark() {
    String text = marks + MARKS.incrementAndGet();
    Mark mark = new Mark(text, System.nanoTime());
    Optional<String> unused =
        ask(
            "write a mark into the log",
            "SELECT pg_logical_emit_message(false, " + literal(NAME) + ", " + literal(text) + ")");
    return mark;
  }

  @Override
  boolean reaches(LogRecord record, Mark mark) {
    return record.message().startsWith(marks) && number(record.message()) >= number(mark.place());
  }

  private static long number(String mark) {
    return Long.parseLong(mark.substring(mark.lastIndexOf('-') + 1));
  }

  @Override
  String stopWriters() {
    String name = database().quoted(ask("read the name", "SELECT current_database()").orElse(""));
    makeSessionWritable();
    execute(
        "make the database read-only",
        "ALTER DATABASE " + name + " SET default_transaction_read_only = on");
    // Our own sessions stay: this one, and those of Debezium. A session that ended by itself
    // meanwhile was not ended, and is not when it is asked once more.
    Optional<String> left =
        ask(
            "end the sessions of the writers (the user must have pg_signal_backend)",
            "WITH all_sessions AS MATERIALIZED (SELECT pid, pg_terminate_backend(pid, "
                + LOCK_SECONDS_MAX * 1_000
                + ") AS ended FROM pg_stat_activity WHERE datname = current_database() AND pid <>"
                + " pg_backend_pid() AND backend_type = 'client backend' AND application_name NOT"
                + " LIKE 'Debezium%') SELECT string_agg(CAST(pid AS text), ', ') FROM all_sessions"
                + " WHERE NOT ended AND pg_terminate_backend(pid)");
    if (left.isPresent()) {
      throw new MigrateException(
          "cannot stop the writers of "
              + url()
              + ": these sessions did not end in "
              + LOCK_SECONDS_MAX
              + " s: "
              + left.get()
              + "; nothing was switched; end them, and continue with --resume --follow");
    }
    return "sessions that set transaction_read_only = off themselves can still write";
  }

  /** The database may be read-only, by this cut-over or an earlier one. */
  private void makeSessionWritable() {
    execute("make the session writable", "SET default_transaction_read_only = off");
  }

  @Override
  String undo() {
    String name = ask("read the name", "SELECT current_database()").orElse("");
    // A new session is read-only itself, and clients may send all of it as one transaction.
    return "BEGIN READ WRITE; ALTER DATABASE "
        + database().quoted(name)
        + " RESET default_transaction_read_only; COMMIT";
  }

  @Override
  void forget(String place) {
    makeSessionWritable();
    for (int tries = 0; tries < 20 && isActive(place); tries++) {
      try {
        Thread.sleep(250);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
    // Our reader has ended; its session at the server may take minutes to learn of that.
    execute("end the session that reads the replication slot", endReader(place));
    drop(place);
  }

  @Override
  String forgetByHand(String place) {
    return "BEGIN READ WRITE; "
        + endReader(place)
        + "; "
        + dropSlot(place)
        + "; "
        + dropPublication(place)
        + "; COMMIT; until then the server keeps all of its log";
  }

  private boolean isActive(String place) {
    Map<String, String> row =
        row(
            "look for the replication slot",
            "SELECT active FROM pg_replication_slots WHERE slot_name = " + literal(place));
    return row.getOrDefault("active", "f").toLowerCase(Locale.ROOT).startsWith("t");
  }
}
