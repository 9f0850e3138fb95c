package org.portolan.data.internal.index;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.portolan.data.ConflictStatistics.Merges;
import org.portolan.data.DataException;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.access.Transactions;
import org.portolan.data.internal.background.BackgroundTask;
import org.portolan.data.internal.background.TaskState;
import org.portolan.data.internal.index.AnnouncedMerges.Passage;
import org.portolan.data.internal.index.DeltaMerge.Delta;
import org.portolan.data.internal.index.DeltaMerge.Step;
import org.portolan.data.internal.index.IndexChanges.FullDelta;
import org.portolan.data.internal.process.EpochOverException;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.index.Bucket;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Engine;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.types.Tuple;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Merges delta buckets into their read buckets: in a background thread those that writers report as
 * long, and on demand all of them. Buckets that were not merged, because the process ended or a
 * merge failed, are merged on the next demand; reads are right all the same. A merge that has lost
 * against a writer announces its next transaction to the writers of this process. Thread-safe.
 */
public final class DeltaMerger implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DeltaMerger.class);

  /** The largest number of waiting values; further ones are left for later. */
  private static final int WAITING_MAX = 10_000;

  /** How often a merge is tried if it conflicts with writers, before it is left for later. */
  private static final int ATTEMPTS_MAX = 5;

  /** How many delta buckets are merged in one transaction when all are merged. */
  private static final int DELTAS_TOGETHER = 200;

  private final Engine engine;
  private final Transactions transactions;
  private final StoreSchema schema;
  private final AnnouncedMerges announced;
  private final LongAdder won = new LongAdder();
  private final LongAdder lost = new LongAdder();
  private final LongAdder movedInAll = new LongAdder();
  private final Set<FullDelta> waiting = new LinkedHashSet<>();
  private final Optional<BackgroundTask> task;

  /**
   * @param transactions those of the merges
   * @param announced the announcements that this process's writers heed
   */
  public DeltaMerger(
      Engine engine,
      Transactions transactions,
      StoreSchema schema,
      AnnouncedMerges announced,
      StoreRuntime runtime) {
    this.announced = announced;
    this.engine = engine;
    this.transactions = transactions;
    this.schema = schema;
    boolean needed = schema.maintained().stream().anyMatch(IndexSchema::hasDeltas);
    this.task =
        needed
            ? Optional.of(new BackgroundTask(runtime, "portolan-delta-merger", this::mergeNext))
            : Optional.empty();
  }

  /** Asks for a value's delta buckets to be merged soon; returns at once. */
  public void ask(FullDelta delta) {
    synchronized (waiting) {
      if (waiting.size() < WAITING_MAX) {
        waiting.add(delta);
      }
    }
    task.ifPresent(BackgroundTask::wake);
  }

  /** Returns how many values wait to be merged. */
  public int waiting() {
    synchronized (waiting) {
      return waiting.size();
    }
  }

  /** Returns how the background thread fares; empty if the design needs none. */
  public Optional<TaskState> state() {
    return task.map(BackgroundTask::state);
  }

  /** Merges the value that has waited longest. */
  private Duration mergeNext() {
    FullDelta next;
    synchronized (waiting) {
      if (waiting.isEmpty()) {
        return BackgroundTask.UNTIL_WOKEN;
      }
      next = waiting.iterator().next();
      waiting.remove(next);
    }
    try {
      merge(next.index(), next.value());
    } catch (EpochOverException e) {
      // Writers by the design of the next epoch use another merger.
      return BackgroundTask.UNTIL_WOKEN;
    } catch (RuntimeException e) {
      throw new DataException(
          "merging the delta buckets of index "
              + next.index().name()
              + " under "
              + next.value()
              + " failed; reads stay correct, and a later merge tries again: "
              + e.getMessage(),
          e);
    }
    return Duration.ZERO;
  }

  /** Merges all delta buckets of one value; returns how many changes were moved. */
  private long merge(IndexSchema index, Tuple value) {
    long moved = 0;
    for (Bucket bucket : index.partitioning().reads()) {
      if (bucket.delta()) {
        moved += merge(index, value, bucket);
      }
    }
    return moved;
  }

  private long merge(IndexSchema index, Tuple value, Bucket delta) {
    RowKey row = DeltaMerge.row(index, value, delta);
    long moved = 0;
    int losses = 0;
    boolean lostLast = false;
    while (losses < ATTEMPTS_MAX) {
      // The first transaction keeps no writer waiting.
      Passage passage = lostLast ? announced.merge(row) : Passage.NONE;
      try {
        int step = DeltaMerge.merge(transactions, index, value, delta);
        moved += step;
        won(step);
        if (step == 0 || !index.cells()) {
          return moved;
        }
        lostLast = false;
      } catch (ConflictException e) {
        lost.increment();
        losses++;
        lostLast = true;
        LOG.debug(
            "a merge lost a race against a writer: index {}, value {}, bucket {}",
            index.name(),
            value,
            delta.name());
      } finally {
        passage.close();
      }
    }
    return moved;
  }

  private void won(long step) {
    if (step > 0) {
      won.increment();
      movedInAll.add(step);
    }
  }

  /** Returns how the merges went so far. */
  public Merges statistics() {
    return new Merges(won.sum(), lost.sum(), movedInAll.sum());
  }

  /** Merges every delta bucket of the store; returns how many changes were moved. */
  public long mergeAll() {
    long moved = 0;
    for (IndexSchema index : schema.maintained()) {
      if (index.hasDeltas()) {
        moved += mergeAll(index);
      }
    }
    return moved;
  }

  private long mergeAll(IndexSchema index) {
    FamilyRead read =
        index.cells()
            ? new FamilyRead.Items(index.family(), KeyRange.ALL, 1, false)
            : new FamilyRead.Presence(index.family());
    Scan scan = Scan.of(index.table(), KeyRange.ALL, 1_000, read);
    long moved = 0;
    while (true) {
      ScanPage page = engine.scan(scan);
      List<Delta> deltas = new ArrayList<>();
      for (Row row : page.rows()) {
        Bucket bucket = index.bucketOf(row.key());
        if (bucket.delta()) {
          deltas.add(new Delta(index.valueOf(row.key(), List.of()), bucket));
        }
      }
      moved += merge(index, deltas);
      if (page.next().isEmpty()) {
        return moved;
      }
      scan = scan.following(page);
    }
  }

  private long merge(IndexSchema index, List<Delta> deltas) {
    long moved = 0;
    int from = 0;
    while (from < deltas.size()) {
      // Together, because a transaction costs more than the few changes that most buckets log.
      List<Delta> together = deltas.subList(from, Math.min(deltas.size(), from + DELTAS_TOGETHER));
      if (!index.cells()) {
        try {
          Step step = DeltaMerge.mergeObjects(transactions, index, together);
          moved += step.moved();
          won(step.moved());
          from += step.buckets();
          continue;
        } catch (ConflictException e) {
          lost.increment();
          LOG.debug("a merge lost a race against a writer at one of {} buckets", together.size());
        }
      }
      for (Delta delta : together) {
        moved += merge(index, delta.value(), delta.bucket());
      }
      from += together.size();
    }
    return moved;
  }

  /** Stops the thread after the merge that is under way. */
  @Override
  public void close() {
    task.ifPresent(BackgroundTask::close);
  }
}
