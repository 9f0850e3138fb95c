package org.portolan.migrate;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.portolan.migrate.sql.Source;

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

  /** Returns the ranges whose rows are not those that the earlier run has copied. */
  List<Changed> find() {
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
