package org.portolan.advisor.live;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.advisor.Problem;
import org.portolan.advisor.infer.ProposedKey;
import org.portolan.advisor.infer.Relationship;
import org.portolan.advisor.schema.RelationalSchema;
import org.portolan.advisor.schema.Table;
import org.portolan.advisor.statistics.ColumnStatistics;
import org.portolan.advisor.statistics.DatabaseStatistics;
import org.portolan.advisor.statistics.Inclusion;
import org.portolan.advisor.statistics.KeyCheck;
import org.portolan.advisor.statistics.Skew;
import org.portolan.advisor.statistics.Source;
import org.portolan.advisor.statistics.TableStatistics;
import org.portolan.jdbc.JdbcFailures;

/**
 * Makes the statistics of a database: first of every table, then of relationships and keys. Ends
 * when its time is over, with what was read until then. Not thread-safe.
 */
final class StatisticsReading {
  static final Duration TIME_MAX = Duration.ofMinutes(2);

  private static final double SURE = 0.5;

  private final RelationalSchema schema;
  private final Queries queries;
  private final Catalogue catalogue;
  private final String name;
  private final long end;
  private final Map<String, LiveTable> live = new HashMap<>();
  private final Map<String, TableReading.Read> read = new LinkedHashMap<>();
  private final List<Problem> problems;
  private int leftOut;

  StatisticsReading(
      RelationalSchema schema,
      List<LiveTable> tables,
      Queries queries,
      Catalogue catalogue,
      String name,
      List<Problem> problems) {
    this.schema = schema;
    this.queries = queries;
    this.catalogue = catalogue;
    this.name = name;
    this.problems = problems;
    this.end = System.nanoTime() + TIME_MAX.toNanos();
    tables.forEach(table -> live.put(table.name(), table));
  }

  /** Reads something of a table or a relationship. */
  private interface Act {
    void run() throws SQLException;
  }

  private boolean isOver() {
    return System.nanoTime() - end > 0;
  }

  DatabaseStatistics run(List<Relationship> relationships, List<ProposedKey> keys)
      throws SQLException {
    Map<String, Map<String, OwnStatistics>> own = own();
    for (Table table : schema.tables()) {
      LiveTable known = live.get(table.name());
      if (known != null) {
        attempt("table " + table.name(), () -> table(table, known, own));
      }
    }
    List<KeyCheck> keyChecks = new ArrayList<>();
    for (ProposedKey key : keys) {
      TableReading.Read rows = read.get(key.table());
      if (rows != null) {
        quietly(() -> keyChecks.add(keyCheck(key, rows)));
      }
    }
    List<Inclusion> inclusions = new ArrayList<>();
    List<Skew> skews = new ArrayList<>();
    for (Relationship relationship : relationships) {
      if (!relationship.isDeclared()) {
        quietly(() -> inclusion(relationship).ifPresent(inclusions::add));
      }
      if (relationship.confidence() >= SURE) {
        quietly(() -> skew(relationship).ifPresent(skews::add));
      }
    }
    Map<String, TableStatistics> tables = new LinkedHashMap<>();
    read.forEach((table, rows) -> tables.put(table, rows.statistics()));
    skews.forEach(skew -> tables.computeIfPresent(skew.from(), (any, known) -> with(skew, known)));
    return new DatabaseStatistics(tables, skews, inclusions, keyChecks, method());
  }

  /** All values of an index were counted, which is better than any estimate. */
  private static TableStatistics with(Skew skew, TableStatistics known) {
    ColumnStatistics column = known.columns().get(skew.fromColumns().get(0));
    if (!skew.exact()
        || skew.fromColumns().size() > 1
        || column == null
        || column.source() == Source.ALL_ROWS) {
      return known;
    }
    Map<String, ColumnStatistics> columns = new LinkedHashMap<>(known.columns());
    double present = known.rows().orElse(0) * (1 - column.nullShare());
    columns.put(
        skew.fromColumns().get(0), column.withDistinct(Math.round(present / skew.rowsMean())));
    return new TableStatistics(
        known.rows(), known.exact(), known.bytes(), known.indexBytes(), known.sampled(), columns);
  }

  private Map<String, Map<String, OwnStatistics>> own() throws SQLException {
    try {
      return catalogue.ownStatistics();
    } catch (SQLException e) {
      if (JdbcFailures.isConnectionLost(e)) {
        throw e;
      }
      return Map.of(); // A user who may not read them has the sample.
    }
  }

  private void table(Table table, LiveTable known, Map<String, Map<String, OwnStatistics>> own)
      throws SQLException {
    read.put(
        table.name(),
        new TableReading(queries, catalogue)
            .read(known, table, own.getOrDefault(table.name(), Map.of())));
  }

  private KeyCheck keyCheck(ProposedKey key, TableReading.Read rows) throws SQLException {
    Table table = schema.table(key.table()).orElseThrow();
    boolean all = rows.statistics().rows().orElse(Long.MAX_VALUE) <= TableReading.COUNTED_MAX;
    Spread spread = all ? Spread.whole(live.get(key.table())) : rows.spread();
    return new RelationReading(queries).key(key, table, spread);
  }

  private Optional<Inclusion> inclusion(Relationship relationship) throws SQLException {
    TableReading.Read from = read.get(relationship.from());
    TableReading.Read to = read.get(relationship.to());
    if (from == null || to == null || from.statistics().rows().orElse(0) == 0) {
      return Optional.empty();
    }
    return new RelationReading(queries)
        .inclusion(
            relationship,
            schema.table(relationship.from()).orElseThrow(),
            from.spread(),
            schema.table(relationship.to()).orElseThrow(),
            live.get(relationship.to()).from(),
            to.statistics().rows().orElse(Long.MAX_VALUE));
  }

  private Optional<Skew> skew(Relationship relationship) throws SQLException {
    TableReading.Read from = read.get(relationship.from());
    return from == null
        ? Optional.empty()
        : new RelationReading(queries)
            .skew(
                relationship,
                schema.table(relationship.from()).orElseThrow(),
                live.get(relationship.from()).from(),
                from.statistics());
  }

  private void attempt(String what, Act act) throws SQLException {
    if (isOver()) {
      leftOut++;
      return;
    }
    try {
      act.run();
    } catch (SQLException e) {
      if (JdbcFailures.isConnectionLost(e)) {
        throw e;
      }
      String reason =
          JdbcFailures.isTooSlow(e) ? "reading took longer than 10 s" : JdbcFailures.reason(e);
      problems.add(new Problem(name, 0, "no rows of " + what + " were read: " + reason, ""));
    }
  }

  /** Leaves out a question that the database refuses, as a comparison of different types. */
  private void quietly(Act act) throws SQLException {
    if (isOver()) {
      leftOut++;
      return;
    }
    try {
      act.run();
    } catch (SQLException e) {
      if (JdbcFailures.isConnectionLost(e)) {
        throw e;
      }
    }
  }

  private String method() {
    long whole = read.values().stream().filter(any -> any.spread().isWhole()).count();
    long own =
        read.values().stream()
            .filter(
                any ->
                    any.statistics().columns().values().stream()
                        .anyMatch(column -> column.source() == Source.DATABASE))
            .count();
    List<String> parts = new ArrayList<>();
    parts.add("all rows of " + tables(whole));
    if (read.size() > whole) {
      parts.add("at most 5,000 rows of " + tables(read.size() - whole));
    }
    if (own > 0) {
      parts.add("the database's own statistics of " + tables(own) + " of these");
    }
    if (leftOut > 0) {
      parts.add(
          "then the time of 2 minutes was over, and "
              + leftOut
              + " tables, relationships or keys were left out");
    }
    return String.join("; ", parts);
  }

  private static String tables(long number) {
    return number + (number == 1 ? " table" : " tables");
  }
}
