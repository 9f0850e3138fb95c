package org.portolan.data.internal.check;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.portolan.data.StoreCheck.Finding;
import org.portolan.data.StoreCheck.Result;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/**
 * Counts the findings of a check, passes them to its listeners, and keeps its place in the store.
 * When a check is done, its place is the start. No two checks write the same text: if a write
 * arrives after its check is over, its condition is false and it has no effect.
 */
final class CheckProgress {
  static final String META_NAME = "check";

  /** After how many rows and entries the place is saved. */
  private static final long SAVE_EVERY = 20_000;

  private final Optional<StoreMeta> meta;
  private final int reportsMax;
  private final Consumer<Finding> findings;
  private final Consumer<Long> listener;
  private final String run;
  private int phase;
  private long rows;
  private long entries;
  private long missing;
  private long dangling;
  private long repaired;
  private long undecided;
  private long unfinished;
  private long reported;
  private long savedAt;

  /**
   * @param meta where the place is saved; empty if it is not
   */
  CheckProgress(
      Optional<StoreMeta> meta,
      CheckState start,
      int reportsMax,
      Consumer<Finding> findings,
      Consumer<Long> listener,
      RandomGenerator random) {
    this.meta = meta;
    this.reportsMax = reportsMax;
    this.findings = findings;
    this.listener = listener;
    this.run = Long.toHexString(random.nextLong());
    this.phase = start.phase();
    this.rows = start.result().rows();
    this.entries = start.result().entries();
    this.missing = start.result().missing();
    this.dangling = start.result().dangling();
    this.repaired = start.result().repaired();
    this.undecided = start.result().undecided();
    this.savedAt = rows + entries;
  }

  void looked(long moreRows, long moreEntries) {
    rows += moreRows;
    entries += moreEntries;
    listener.accept(rows + entries);
  }

  void found(Finding finding, long count) {
    if (reported < reportsMax) {
      reported++;
      findings.accept(finding);
    }
    switch (finding.kind()) {
      case MISSING -> missing += count;
      case DANGLING -> dangling += count;
      case UNDECIDED -> undecided += count;
      case UNFINISHED -> unfinished += count;
    }
    repaired += finding.repaired() ? count : 0;
  }

  /** Notes that everything up to a row has been checked. */
  void reached(KeyCodec codec, Tuple rowKey) {
    if (rows + entries - savedAt >= SAVE_EVERY) {
      save(Optional.of(codec.encode(rowKey)));
    }
  }

  void nextPhase() {
    phase++;
    save(Optional.empty());
  }

  private void save(Optional<byte[]> after) {
    savedAt = rows + entries;
    save(new CheckState(phase, after, resultWith(undecided)));
  }

  private void save(CheckState state) {
    meta.ifPresent(saved -> saved.write(META_NAME, state.text() + " " + run));
  }

  /** Notes that the check is done: the next one begins at the start. */
  void finished() {
    save(CheckState.START);
  }

  Result result() {
    return resultWith(undecided + unfinished);
  }

  /**
   * The saved result is without the unfinished rows: a resumed check looks for them again, and some
   * may be finished by then.
   */
  private Result resultWith(long undecidedInAll) {
    return new Result(rows, entries, missing, dangling, repaired, undecidedInAll);
  }
}
