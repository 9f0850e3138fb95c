package org.portolan.engine.cassandra;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.portolan.engine.TableSchema;
import org.portolan.engine.adapter.Durations;
import org.portolan.types.Spelling;

/**
 * How Cassandra should keep a table: the options {@code cassandra.NAME} of a schema as clauses of
 * {@code CREATE TABLE}.
 */
record TableOptions(List<String> clauses) {
  /** Removals must be remembered for an hour, see {@code Mutation.version}. */
  static final Duration GRACE_MIN = Duration.ofHours(1);

  /** The option of CQL for the time for which removals are remembered, in seconds. */
  static final String GRACE = "gc_grace_seconds";

  static final String READ_REPAIR = "read_repair";

  /**
   * Switches off read repair. It brings only the read columns to stale replicas, so that a row that
   * was changed at one moment could be read with some columns old and others new. Cassandra's
   * documentation calls this the loss of partition level write atomicity.
   */
  static final String WHOLE_ROWS = READ_REPAIR + " = 'NONE'";

  private static final Map<String, String> COMPACTIONS =
      Map.of(
          "size-tiered", "SizeTieredCompactionStrategy",
          "leveled", "LeveledCompactionStrategy",
          "time-window", "TimeWindowCompactionStrategy",
          "unified", "UnifiedCompactionStrategy");
  private static final Map<String, String> COMPRESSIONS =
      Map.of(
          "none", "{'enabled': 'false'}",
          "lz4", "{'class': 'LZ4Compressor'}",
          "zstd", "{'class': 'ZstdCompressor'}",
          "snappy", "{'class': 'SnappyCompressor'}",
          "deflate", "{'class': 'DeflateCompressor'}");
  private static final Map<String, String> CACHINGS =
      Map.of(
          "none", "{'keys': 'NONE', 'rows_per_partition': 'NONE'}",
          "keys", "{'keys': 'ALL', 'rows_per_partition': 'NONE'}",
          "all", "{'keys': 'ALL', 'rows_per_partition': 'ALL'}");

  private static final Map<String, Function<String, String>> KNOWN =
      Map.of(
          "caching", value -> "caching = " + choice("caching", value, CACHINGS),
          "compaction",
              value -> "compaction = {'class': '" + choice("compaction", value, COMPACTIONS) + "'}",
          "compression", value -> "compression = " + choice("compression", value, COMPRESSIONS),
          "gc-grace", TableOptions::grace,
          "ttl", value -> "default_time_to_live = " + seconds("ttl", value));

  static TableOptions of(TableSchema schema) {
    List<String> clauses = new ArrayList<>();
    schema
        .optionsOf(StoreUri.SCHEME)
        .forEach(
            (name, value) -> {
              Function<String, String> clause = KNOWN.get(name);
              if (clause == null) {
                throw new IllegalArgumentException(
                    "table '"
                        + schema.name()
                        + "' has the unknown option cassandra."
                        + name
                        + "; "
                        + Spelling.hint(name, KNOWN.keySet())
                        + "there are "
                        + KNOWN.keySet().stream()
                            .map(known -> "cassandra." + known)
                            .sorted()
                            .collect(Collectors.joining(", ")));
              }
              clauses.add(clause.apply(value));
            });
    return new TableOptions(List.copyOf(clauses));
  }

  private static String choice(String option, String value, Map<String, String> choices) {
    String chosen = choices.get(value);
    if (chosen == null) {
      throw new IllegalArgumentException(
          "the option cassandra."
              + option
              + " must be one of "
              + choices.keySet().stream().sorted().toList()
              + ", not '"
              + value
              + "'");
    }
    return chosen;
  }

  private static String grace(String value) {
    long seconds = seconds("gc-grace", value);
    if (seconds < GRACE_MIN.toSeconds()) {
      throw new IllegalArgumentException(
          "the option cassandra.gc-grace must be at least 1h, not "
              + value
              + ": a change that arrives late must still find the removal with a higher version");
    }
    return GRACE + " = " + seconds;
  }

  /** Returns the message about a CQL table that forgets removals too early. */
  static String tooShort(String keyspace, String table, int seconds) {
    String name = Names.quote(keyspace) + "." + Names.quote(table);
    return "the CQL table "
        + name
        + " forgets removals after "
        + GRACE
        + " = "
        + seconds
        + ", but a change that arrives late must still find the removal with a higher version for "
        + GRACE_MIN.toSeconds()
        + " s; run ALTER TABLE "
        + name
        + " WITH "
        + GRACE
        + " = 864000";
  }

  /** Returns the warning about CQL tables whose rows may be partly repaired by reads. */
  static String repairedInPart(String keyspace, List<String> tables) {
    return "reads repair rows of these CQL tables column by column, so that a reader may see a row"
        + " half changed for a moment; run "
        + tables.stream()
            .map(
                table ->
                    "ALTER TABLE "
                        + Names.quote(keyspace)
                        + "."
                        + Names.quote(table)
                        + " WITH "
                        + WHOLE_ROWS)
            .collect(Collectors.joining("; "));
  }

  private static long seconds(String option, String value) {
    return Durations.parse(value)
        .map(Duration::toSeconds)
        .filter(seconds -> seconds > 0 && seconds <= Integer.MAX_VALUE)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the option cassandra."
                        + option
                        + " must be a duration like 30m, 12h or 10d, not '"
                        + value
                        + "'"));
  }
}
