package org.portolan.follow;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.portolan.migrate.ChangeApplier;
import org.portolan.migrate.MigrateException;
import org.portolan.migrate.sql.Database;
import org.portolan.migrate.sql.KeyedRows.Visibility;

/**
 * MariaDB's binary log. The place is a file and a position in it, which the store keeps. The server
 * tells to which position a snapshot belongs, so we know whether it shows a commit.
 */
final class MariaDbLog extends FollowedDatabase {
  private static final Duration KEEP_ALIVE = Duration.ofMillis(500);
  private static final int PORT_USUAL = 3_306;
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * A place in the binary log.
   *
   * @param file its files are numbered, after the last dot
   */
  private record Place(String file, long position) implements Comparable<Place> {
    static Place of(Map<String, ?> values) {
      Object position = values.containsKey("pos") ? values.get("pos") : values.get("position");
      return new Place(
          String.valueOf(values.get("file")), Long.parseLong(String.valueOf(position)));
    }

    private long number() {
      return Long.parseLong(file.substring(file.lastIndexOf('.') + 1));
    }

    @Override
    public int compareTo(Place other) {
      return number() != other.number()
          ? Long.compare(number(), other.number())
          : Long.compare(position, other.position);
    }
  }

  MariaDbLog(Database database) {
    super(database);
  }

  @Override
  String begin(ChangeApplier applier, String name) {
    require("log_bin", "1", "start it with --log-bin and --server-id");
    require("binlog_format", "ROW", "SET GLOBAL binlog_format = 'ROW', and reconnect the writers");
    require("binlog_row_image", "FULL", "SET GLOBAL binlog_row_image = 'FULL'");
    Place end = end();
    // The connector reads by global transactions, so the place needs their numbers too.
    String transactions =
        ask(
                "read the place in the binary log",
                "SELECT BINLOG_GTID_POS(" + literal(end.file) + ", " + end.position + ")")
            .orElse("");
    return json(Map.of("file", end.file, "pos", end.position, "gtids", transactions, "ts_sec", 0));
  }

  private void require(String variable, String value, String remedy) {
    String found = ask("read variables", "SELECT @@GLOBAL." + variable).orElse("");
    if (!found.equalsIgnoreCase(value)) {
      throw new MigrateException(
          "cannot follow "
              + url()
              + ": its variable "
              + variable
              + " is "
              + found
              + ", not "
              + value
              + "; "
              + remedy);
    }
  }

  private Place end() {
    Map<String, String> status = row("read the end of the binary log", "SHOW MASTER STATUS");
    String only = status.getOrDefault("binlog_do_db", "");
    String not = status.getOrDefault("binlog_ignore_db", "");
    if (!only.isEmpty() || !not.isEmpty()) {
      throw new MigrateException(
          "cannot follow "
              + url()
              + ": its binary log leaves out databases; start it without --binlog-do-db and"
              + " --binlog-ignore-db");
    }
    return Place.of(status);
  }

  @Override
  void restrict(ChangeApplier applier) {
    // With row images in full, the log tells the key of every row.
  }

  /**
   * Looks for the place's file and its length, and whether the server has committed the place's
   * transactions: a log that was reset, or is of a restored server, has files of the same names.
   */
  @Override
  Optional<String> lost(String place, List<String> tables) {
    Map<String, Object> noted = map(place);
    Optional<String> lost = lostFile(Place.of(noted));
    if (lost.isPresent()) {
      return lost;
    }
    Map<Long, Long> transactions =
        transactions(ask("read the log's transactions", "SELECT @@GLOBAL.gtid_binlog_pos"));
    String gtids = Optional.ofNullable(noted.get("gtids")).map(String::valueOf).orElse("");
    boolean committed =
        transactions(Optional.of(gtids)).entrySet().stream()
            .allMatch(each -> transactions.getOrDefault(each.getKey(), -1L) >= each.getValue());
    return committed
        ? Optional.empty()
        : Optional.of(
            "the server has not committed the transactions "
                + gtids
                + " that its binary log had; it was reset or restored");
  }

  /** Returns the greatest number of each domain of a list like {@code 0-1-55,2-1-7}. */
  static Map<Long, Long> transactions(Optional<String> list) {
    Map<Long, Long> numbers = new HashMap<>();
    for (String each : list.orElse("").split(",", -1)) {
      String[] parts = each.strip().split("-", -1);
      if (parts.length == 3) {
        numbers.merge(Long.valueOf(parts[0]), Long.valueOf(parts[2]), Math::max);
      }
    }
    return numbers;
  }

  private Optional<String> lostFile(Place place) {
    try (Connection connection = database().connect();
        Statement statement = connection.createStatement();
        ResultSet files = statement.executeQuery("SHOW BINARY LOGS")) {
      while (files.next()) {
        if (files.getString(1).equals(place.file)) {
          return files.getLong(2) >= place.position
              ? Optional.empty()
              : Optional.of(
                  "the file "
                      + place.file
                      + " of the binary log ends before the position "
                      + place.position
                      + "; the log was reset");
        }
      }
      return Optional.of(
          "the file "
              + place.file
              + " of the binary log is gone; it was purged (see binlog_expire_logs_seconds) or"
              + " reset");
    } catch (SQLException e) {
      throw database().failure("list the files of the binary log", e);
    }
  }

  @Override
  String lockHolders() {
    String unknown =
        "INSTALL SONAME 'metadata_lock_info' lets SELECT * FROM"
            + " information_schema.METADATA_LOCK_INFO name it";
    try {
      return ask(
              "ask who holds locks",
              "SELECT GROUP_CONCAT(DISTINCT CONCAT('session ', l.thread_id, COALESCE(CONCAT(' of ',"
                  + " p.user, '@', p.host), ''), ' has ', l.lock_mode, ' on ', l.table_schema, '.',"
                  + " l.table_name) SEPARATOR ', ') FROM information_schema.METADATA_LOCK_INFO l"
                  + " LEFT JOIN information_schema.PROCESSLIST p ON p.id = l.thread_id WHERE"
                  + " l.table_name <> '' AND l.thread_id <> CONNECTION_ID() AND l.lock_mode NOT IN"
                  + " ('MDL_SHARED_READ', 'MDL_SHARED_WRITE', 'MDL_SHARED')")
          .orElse(unknown);
    } catch (RuntimeException noPlugin) {
      return unknown;
    }
  }

  private static Map<String, Object> map(String place) {
    try {
      return JSON.readValue(place, new TypeReference<Map<String, Object>>() {});
    } catch (JsonProcessingException e) {
      throw new MigrateException("cannot read the place in the log: " + place, e);
    }
  }

  private static String json(Map<String, ?> place) {
    try {
      return JSON.writeValueAsString(place);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  Properties properties(String place, List<String> tables) {
    Endpoint endpoint = Endpoint.of(url(), PORT_USUAL);
    Properties properties = new Properties();
    properties.setProperty("connector.class", "io.debezium.connector.mariadb.MariaDbConnector");
    properties.setProperty("database.hostname", endpoint.host());
    properties.setProperty("database.port", Integer.toString(endpoint.port()));
    properties.setProperty("database.user", endpoint.options().getOrDefault("user", ""));
    properties.setProperty("database.password", endpoint.options().getOrDefault("password", ""));
    properties.setProperty("database.ssl.mode", sslMode(endpoint));
    // As a replica, which needs a number that no other has.
    properties.setProperty(
        "database.server.id",
        Integer.toString(1_000_000_000 + Math.floorMod(System.nanoTime(), 1_000_000_000)));
    String databases =
        Stream.concat(
                Stream.of(endpoint.database()),
                tables.stream().map(table -> table.substring(0, table.indexOf('.'))))
            .distinct()
            .map(name -> Follower.patterns(List.of(name)))
            .collect(Collectors.joining(","));
    properties.setProperty("database.include.list", databases);
    properties.setProperty("table.include.list", Follower.patterns(tables));
    // What tables looked like is read anew at each start, and not kept.
    properties.setProperty("snapshot.mode", "recovery");
    properties.setProperty("snapshot.locking.mode", "none");
    properties.setProperty(
        "schema.history.internal", "io.debezium.relational.history.MemorySchemaHistory");
    properties.setProperty("schema.history.internal.store.only.captured.tables.ddl", "true");
    // Of other tables, and of other versions of the server.
    properties.setProperty("schema.history.internal.skip.unparseable.ddl", "true");
    properties.setProperty("include.schema.changes", "false");
    properties.setProperty("bigint.unsigned.handling.mode", "precise");
    // A server without writers tells the end of its log by its heartbeat only, which comes after
    // eight tenths of this time.
    properties.setProperty("connect.keep.alive.interval.ms", Long.toString(KEEP_ALIVE.toMillis()));
    properties.setProperty(
        "offset.storage", "org.apache.kafka.connect.storage.FileOffsetBackingStore");
    properties.setProperty("offset.storage.file.filename", offsets(place).toString());
    return properties;
  }

  private static String sslMode(Endpoint endpoint) {
    return switch (endpoint.options().getOrDefault("sslmode", "disable")) {
      case "trust" -> "trust";
      case "verify-ca" -> "verify-ca";
      case "verify-full" -> "verify-full";
      default -> "disable";
    };
  }

  /** Writes the place as the engine's own file has it: a map of bytes in Java's serial form. */
  @SuppressWarnings("ArrayAsKeyOfSetOrMap")
  private static Path offsets(String place) {
    try {
      Path file = Files.createTempFile("portolan-follow", ".offsets");
      file.toFile().deleteOnExit();
      HashMap<byte[], byte[]> map = new HashMap<>();
      map.put(
          ("[\"" + NAME + "\",{\"server\":\"" + NAME + "\"}]").getBytes(StandardCharsets.UTF_8),
          place.getBytes(StandardCharsets.UTF_8));
      try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(file))) {
        out.writeObject(map);
      }
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the place in the log into a file", e);
    }
  }

  @Override
  Optional<String> placeAfter(LogRecord record) {
    return Optional.of(json(record.place()));
  }

  /** A snapshot shows a change if it belongs to a later position: positions are ends of commits. */
  @Override
  Visibility visibility(List<LogRecord> records) {
    Optional<Place> last =
        records.stream()
            .filter(record -> record.change().isPresent() && record.source().containsKey("pos"))
            .map(record -> Place.of(record.source()))
            .max(Place::compareTo);
    return connection -> last.isEmpty() || last.get().compareTo(ofSnapshot(connection)) < 0;
  }

  private static Place ofSnapshot(Connection connection) throws SQLException {
    Map<String, Object> values = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SHOW STATUS LIKE 'binlog_snapshot_%'")) {
      while (rows.next()) {
        String name = rows.getString(1).toLowerCase(Locale.ROOT);
        values.put(name.replace("binlog_snapshot_", ""), rows.getString(2));
      }
    }
    return Place.of(values);
  }

  @Override
  Mark mark() {
    Place end = end();
    return new Mark(json(Map.of("file", end.file, "pos", end.position)), System.nanoTime());
  }

  @Override
  boolean reaches(LogRecord record, Mark mark) {
    return record.place().containsKey("file")
        && Place.of(record.place()).compareTo(Place.of(map(mark.place()))) >= 0;
  }

  @Override
  String stopWriters() {
    execute("limit waits for locks", "SET SESSION lock_wait_timeout = " + LOCK_SECONDS_MAX);
    try {
      execute("make the server read-only", "SET GLOBAL read_only = 1");
    } catch (RuntimeException e) {
      if (!isLockTimeout(e)) {
        throw e;
      }
      throw new MigrateException(
          "cannot make the server of "
              + url()
              + " read-only in "
              + LOCK_SECONDS_MAX
              + " s: a session holds a lock; "
              + lockHolders()
              + "; nothing was switched, and writers go on; end that session, or wait for it, and"
              + " continue with --resume --follow --cut-over=read-only",
          e);
    }
    return "users with the privilege READ ONLY ADMIN can still write";
  }

  @Override
  String undo() {
    return "SET GLOBAL read_only = 0";
  }

  @Override
  void forget(String place) {
    // The server keeps its log for nobody in particular.
  }

  @Override
  String forgetByHand(String place) {
    return "";
  }
}
