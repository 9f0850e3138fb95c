package org.portolan.migrate;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.portolan.migrate.sql.Source;
import org.portolan.migrate.sql.SqlColumn;
import org.portolan.migrate.value.SqlKind;
import org.portolan.migrate.value.Unfit;
import org.portolan.types.Bytes;

/**
 * Compares the ranges that an earlier run has copied with the database as it is now. It does so
 * before anything is copied, so that what is in the way can be removed first.
 */
final class EarlierRanges {
  private final MigrationPlan plan;
  private final Source source;
  private final Checkpoint checkpoint;
  private final Throttle throttle;
  private final AtomicBoolean failed = new AtomicBoolean();

  EarlierRanges(MigrationPlan plan, Source source, Checkpoint checkpoint, Throttle throttle) {
    this.plan = plan;
    this.source = source;
    this.checkpoint = checkpoint;
    this.throttle = throttle;
  }

  /** A range that differs, or that was not copied to its end. */
  record Changed(TablePlan table, int number) {}

  /**
   * Returns the ranges whose rows are not those that the earlier run has copied.
   *
   * @throws MigrateException if the key of a table is of other types than its ranges
   */
  List<Changed> find() {
    plan.tables().forEach(this::requireSameKey);
    ExecutorService threads = Threads.pool("comparer", source.readers());
    List<Changed> changed = new ArrayList<>();
    try {
      List<Changed> all = new ArrayList<>();
      List<Future<Boolean>> results = new ArrayList<>();
      for (TablePlan table : plan.tables()) {
        List<RangeState> ranges = checkpoint.ranges(table);
        for (int number = 0; number < ranges.size(); number++) {
          RangeState state = ranges.get(number);
          all.add(new Changed(table, number));
          results.add(threads.submit(() -> isChanged(table, state)));
        }
      }
      for (int place = 0; place < all.size(); place++) {
        if (result(results.get(place))) {
          changed.add(all.get(place));
        }
      }
    } finally {
      failed.set(true);
      Threads.end(threads);
    }
    return changed;
  }

  private void requireSameKey(TablePlan table) {
    List<SqlColumn> order = table.query().order();
    for (RangeState state : checkpoint.ranges(table)) {
      for (List<Object> key : List.of(state.range().low(), state.range().high())) {
        if (!key.isEmpty() && !isOf(key, order)) {
          throw new MigrateException(
              "cannot resume the migration of table "
                  + table.name()
                  + ": its ranges were divided by a key like "
                  + key
                  + ", and now its key is "
                  + order.stream().map(each -> each.name() + " " + each.type()).toList()
                  + "; give the key its type again, or remove the store and migrate anew");
        }
      }
    }
  }

  private static boolean isOf(List<Object> key, List<SqlColumn> order) {
    if (key.size() != order.size()) {
      return false;
    }
    for (int place = 0; place < key.size(); place++) {
      if (!isOf(key.get(place), order.get(place).kind())) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the database can compare a value with those of a column. */
  private static boolean isOf(Object value, SqlKind kind) {
    return value instanceof Unfit
        || switch (kind) {
          case WHOLE, DECIMAL, REAL, DOUBLE -> value instanceof Number;
          case BOOLEAN -> value instanceof Boolean;
          case BYTES -> value instanceof Bytes;
          case DATE -> value instanceof LocalDate;
          case TIMESTAMP -> value instanceof LocalDateTime;
          case MOMENT -> value instanceof Instant;
          default -> value instanceof String;
        };
  }

  private boolean isChanged(TablePlan table, RangeState state) {
    if (!state.isDone() || failed.get()) {
      return true;
    }
    RangeReader.Read now =
        new RangeReader(table, source, throttle, new ContestedKeys()).digest(state.range());
    return !now.digest().equals(state.digest()) || now.rows() != state.rows();
  }

  private static boolean result(Future<Boolean> result) {
    try {
      return result.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the comparison was interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException known) {
        throw known;
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Returns the names of the tables of ranges. */
  static Set<String> tables(List<Changed> ranges) {
    Set<String> names = new LinkedHashSet<>();
    ranges.forEach(range -> names.add(range.table().name()));
    return names;
  }
}
