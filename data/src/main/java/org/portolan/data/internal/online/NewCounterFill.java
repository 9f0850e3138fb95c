package org.portolan.data.internal.online;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.EvolveOptions;
import org.portolan.data.internal.backfill.BackfillOptions;
import org.portolan.data.internal.backfill.CounterBackfill;
import org.portolan.data.internal.backfill.IndexBackfill;
import org.portolan.data.internal.check.CounterLook.Correction;
import org.portolan.data.internal.check.CounterLook.Counted;
import org.portolan.data.internal.epoch.StoreParts;
import org.portolan.data.internal.pace.Pace;
import org.portolan.data.internal.repaired.Repairing;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.EntitySchema;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives counters that arrive the number of all rows, while writes change them already.
 *
 * <p>On an engine of rows each row says whether it is counted, and those that are not are counted
 * one by one ({@link CounterBackfill}); another process goes on from the last checkpoint in the
 * store. On an engine with snapshots, one snapshot shows the rows and what the counter has of them
 * at the same moment. The difference, which no write changes any more, becomes the remainder of the
 * counter ({@link CounterSchema}) with the step that brings it into force; until then nothing is
 * changed, so it can be repeated.
 */
final class NewCounterFill {
  private static final Logger LOG = LoggerFactory.getLogger(NewCounterFill.class);

  /** The name of the text with the checkpoint. */
  private static final String NAME = "counting";

  private final FillWork work;

  NewCounterFill(FillWork work) {
    this.work = work;
  }

  /**
   * Counts the rows.
   *
   * @param parts those of the step of the change in which this is done
   * @param remainders of counters while the change is under way
   * @return those with which the counters are right
   */
  Map<String, Long> fill(
      StoreParts parts, Map<String, Long> remainders, EvolveOptions.Progress progress) {
    List<CounterSchema> counters = parts.schema().arriving();
    if (counters.isEmpty()) {
      return remainders;
    }
    return work.paced(
        pace -> {
          Optional<Repairing> rows = parts.repairing();
          if (rows.isPresent()) {
            count(parts, rows.get(), pace, progress);
            return remainders;
          }
          Map<String, Long> counted = new HashMap<>(remainders);
          for (CounterSchema counter : counters) {
            counted.merge(counter.name(), missing(parts, counter, pace, progress), Long::sum);
          }
          return counted;
        });
  }

  private static long missing(
      StoreParts parts, CounterSchema counter, Pace paced, EvolveOptions.Progress progress) {
    long[] done = new long[1];
    Counted counted =
        parts
            .counterLook()
            .look(
                counter,
                Correction.NONE,
                rows -> {
                  done[0] += rows;
                  progress.at("rows of " + counter.entity().name() + " counted", done[0]);
                  paced.handled(rows);
                });
    return counted.missing();
  }

  private void count(
      StoreParts parts, Repairing rows, Pace paced, EvolveOptions.Progress progress) {
    StoredCheckpoints checkpoints = work.checkpoints(NAME, parts.epoch());
    List<EntitySchema> entities =
        parts.schema().entities().stream().filter(entity -> entity.counting().isPresent()).toList();
    IndexBackfill.Result result =
        new CounterBackfill(
                rows.visits(), rows.attempts(), entities, BackfillOptions.DEFAULT.paced(paced))
            .run(checkpoints.read(), checkpoints, progress);
    LOG.info(
        "{}: counted {} of {} rows, looked again {} times",
        work.engine().uri(),
        result.entries(),
        result.rows(),
        result.conflicts());
  }
}
