package org.portolan.data.internal.online;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.portolan.data.DataException;
import org.portolan.data.EvolveOptions;
import org.portolan.data.StoreCheck;
import org.portolan.data.internal.backfill.BackfillOptions;
import org.portolan.data.internal.backfill.ClaimBackfill;
import org.portolan.data.internal.backfill.IndexBackfill;
import org.portolan.data.internal.build.Violation;
import org.portolan.data.internal.check.CheckRun;
import org.portolan.data.internal.epoch.StoreParts;
import org.portolan.data.internal.evolve.StoredDesign;
import org.portolan.data.internal.pace.Pace;
import org.portolan.data.internal.process.EpochOverException;
import org.portolan.data.internal.repaired.Repairing;
import org.portolan.data.internal.schema.DerivedParts;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.engine.Durability;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists all rows in indexes that writes maintain already, takes the values of unique ones for them,
 * and compares all with the rows. Another process goes on from the last checkpoint in the store.
 */
final class IndexFill {
  private static final Logger LOG = LoggerFactory.getLogger(IndexFill.class);

  /** The name of the text with the checkpoint. */
  private static final String NAME = "backfill";

  /** Before a checkpoint of the second part of the work, in which unique values are taken. */
  private static final String UNIQUE = "unique: ";

  private static final StoreCheck.Options CHECK =
      new StoreCheck.Options(false, false, Duration.ofMillis(500), 20);

  /** The step of the comparison. */
  private static final String COMPARED = "rows and entries compared";

  /** On an engine of this process a page is no round trip, and short turns disturb less. */
  private static final int LOCAL_ROWS_MAX = 50;

  /** Fewer would write the larger buckets more often. */
  private static final int LOCAL_ENTRIES_MAX = 200;

  private final FillWork work;

  IndexFill(FillWork work) {
    this.work = work;
  }

  /**
   * Fills and compares indexes.
   *
   * @param parts those of the step of the change in which this is done
   * @return values of unique indexes that two rows have: then the indexes are not complete
   * @throws DataException if they do not fit the rows afterwards
   */
  List<Violation> fill(
      StoreParts parts, List<IndexSchema> indexes, EvolveOptions.Progress progress) {
    return work.paced(pace -> fill(parts, indexes, pace, progress));
  }

  private List<Violation> fill(
      StoreParts parts, List<IndexSchema> indexes, Pace pace, EvolveOptions.Progress progress) {
    ClaimBackfill.Result filled = list(parts, indexes, pace, progress);
    IndexBackfill.Result result = filled.work();
    LOG.info(
        "{}: listed {} entries of {} rows, {} bytes, looked again {} times",
        work.engine().uri(),
        result.entries(),
        result.rows(),
        result.bytes(),
        result.conflicts());
    if (filled.violations().isEmpty()) {
      requireRight(parts, indexes, pace, told(progress, result));
    }
    return filled.violations();
  }

  /** Returns a listener that is told how many rows and entries there are, as far as is known. */
  private static LongConsumer told(EvolveOptions.Progress progress, IndexBackfill.Result listed) {
    // Rows are read, their entries are looked up, and all entries are compared with their rows.
    long all = listed.rows() + 2 * listed.entries();
    return done -> {
      if (done <= all) {
        progress.at(COMPARED, done, all);
      } else {
        // A run before this one has listed some of them.
        progress.at(COMPARED, done);
      }
    };
  }

  private ClaimBackfill.Result list(
      StoreParts parts, List<IndexSchema> indexes, Pace paced, EvolveOptions.Progress progress) {
    BackfillOptions usual = BackfillOptions.DEFAULT.paced(paced);
    BackfillOptions options =
        work.isLocal() ? usual.inTurnsOf(LOCAL_ENTRIES_MAX, LOCAL_ROWS_MAX) : usual;
    List<IndexSchema> unique = new ArrayList<>(indexes);
    unique.removeIf(index -> index.claims().isEmpty());
    List<IndexSchema> others = new ArrayList<>(indexes);
    others.removeAll(unique);
    StoredCheckpoints checkpoints = work.checkpoints(NAME, parts.epoch());
    String reached = checkpoints.read();
    boolean begun = reached.startsWith(UNIQUE);
    IndexBackfill.Result listed =
        others.isEmpty() || begun
            ? IndexBackfill.NOTHING
            : backfill(parts, others, options).run(reached, checkpoints, progress);
    if (unique.isEmpty()) {
      return new ClaimBackfill.Result(listed, List.of());
    }
    ClaimBackfill.Result claimed =
        new ClaimBackfill(
                work.engine(),
                parts.attempts(),
                parts.repairing().map(Repairing::visits),
                unique,
                work.runtime(),
                options)
            .run(
                begun ? reached.substring(UNIQUE.length()) : IndexBackfill.START,
                text -> checkpoints.accept(UNIQUE + text),
                progress);
    return new ClaimBackfill.Result(listed.and(claimed.work()), claimed.violations());
  }

  private IndexBackfill backfill(
      StoreParts parts, List<IndexSchema> indexes, BackfillOptions options) {
    return parts
        .repairing()
        .map(rows -> IndexBackfill.ofRows(rows.visits(), indexes, options))
        .orElseGet(
            () ->
                IndexBackfill.ofTransactions(
                    work.engine(),
                    parts.schema(),
                    indexes,
                    () -> parts.transactions().begin(Durability.SYNCED),
                    work.runtime(),
                    options));
  }

  private void requireRight(
      StoreParts parts, List<IndexSchema> indexes, Pace paced, LongConsumer progress) {
    CheckRun check = parts.check(CHECK).only(new DerivedParts(indexes, List.of()));
    long[] looked = new long[1];
    List<String> findings = new ArrayList<>();
    StoreCheck.Result checked =
        (work.isLocal() ? check.inPagesOf(LOCAL_ROWS_MAX) : check)
            .run(
                finding -> findings.add(finding.toString()),
                done -> {
                  progress.accept(done);
                  paced.handled(done - looked[0]);
                  looked[0] = done;
                });
    if (!checked.isClean()) {
      long now = StoredDesign.of(work.engine()).epoch();
      if (now > parts.epoch()) {
        // Somebody has given the change up meanwhile, so entries are missing.
        throw EpochOverException.moved(parts.epoch(), now);
      }
      throw new DataException(
          "what was listed in "
              + work.engine().uri()
              + " does not fit its rows; cancel the change of the design, and report this as a bug"
              + " in Portolan: "
              + findings);
    }
  }
}
