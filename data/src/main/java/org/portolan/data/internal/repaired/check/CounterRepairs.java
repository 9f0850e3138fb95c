package org.portolan.data.internal.repaired.check;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.background.Waits;
import org.portolan.data.internal.check.CounterLook;
import org.portolan.data.internal.check.Recount;
import org.portolan.data.internal.counter.CounterReceipts;
import org.portolan.data.internal.counter.CounterReceipts.Base;
import org.portolan.data.internal.repaired.recovery.CounterFold;
import org.portolan.data.internal.repaired.recovery.Sweeper;
import org.portolan.data.internal.repaired.state.RowStore;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.session.Membership;
import org.portolan.engine.ConflictException;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;

/**
 * Compares counters with a count if no transaction spans both.
 *
 * <p>A look that corrects nothing first reads the counter and counts. If both agree, it ends; if
 * writers are active, their changes may hide an error this time. Otherwise a look searches for a
 * moment at which nothing changed: it reads the numbers of the last writes of all rows before and
 * after; in between it makes all follow-ups, reads the counter and counts the rows. If the numbers
 * are the same, no row changed, and the count is the right value of the counter. The same value of
 * the counter twice would prove nothing: a rename takes one and adds one. A correction is made on
 * condition of the base that was read before the value, so two looks correct an error once. If
 * writers leave no such moment, the counter stays undecided. Thread-safe.
 */
public final class CounterRepairs implements CounterLook {
  private static final int ATTEMPTS_MAX = 4;
  private static final int ROWS_MAX = 1_000;

  /**
   * The pause between two attempts. All pauses together are longer than the lock of a dead writer.
   */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final RowStore store;
  private final Sweeper sweeper;
  private final CounterFold fold;
  private final Membership membership;

  public CounterRepairs(RowStore store, Sweeper sweeper, CounterFold fold, Membership membership) {
    this.store = store;
    this.sweeper = sweeper;
    this.fold = fold;
    this.membership = membership;
  }

  @Override
  public Counted look(CounterSchema counter, Correction correction, Consumer<Long> looked) {
    if (correction == Correction.NONE) {
      long value = value(counter);
      Counted first = new Counted(value, actual(counter, looked), false);
      if (first.missing() == 0) {
        return first;
      }
    }
    for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      if (attempt > 1) {
        Waits.pause(
            store.runtime(),
            PAUSE,
            () -> "the count was interrupted while it waited for writers; it changed nothing");
      }
      Optional<Counted> counted = lookOnce(counter, correction, looked);
      if (counted.isPresent()) {
        return counted.get();
      }
    }
    throw new ConflictException(Set.of());
  }

  /** Returns the counts; empty if something changed meanwhile. */
  private Optional<Counted> lookOnce(
      CounterSchema counter, Correction correction, Consumer<Long> looked) {
    long before = lastWrites(counter);
    if (!sweeper.finishOpenRows()) {
      return Optional.empty();
    }
    Base base = CounterReceipts.bases(new Access(store.engine(), null), counter).get(0);
    Counted counted = new Counted(value(counter), actual(counter, looked), false);
    if (lastWrites(counter) != before) {
      return Optional.empty();
    }
    if (counted.missing() != 0) {
      // A process that was left behind compares the shards of an earlier design.
      membership.requireAliveSinceReads();
    }
    long by = correction.of(counted.missing());
    if (by == 0) {
      return Optional.of(counted);
    }
    return fold.correct(counter, base, by)
        ? Optional.of(new Counted(counted.value(), counted.actual(), true))
        : Optional.empty();
  }

  /**
   * Adds to a counter.
   *
   * @throws ConflictException if others corrected the counter at every attempt; it is unchanged
   */
  public void add(CounterSchema counter, long delta) {
    for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      Base base = CounterReceipts.bases(new Access(store.engine(), null), counter).get(0);
      if (fold.correct(counter, base, delta)) {
        return;
      }
    }
    throw new ConflictException(Set.of());
  }

  private long value(CounterSchema counter) {
    return CounterReceipts.value(new Access(store.engine(), null), counter);
  }

  private long actual(CounterSchema counter, Consumer<Long> looked) {
    return Recount.actual(store.engine(), counter, looked);
  }

  /** Returns a sum over all rows of a hash of their keys and the numbers of their last writes. */
  private long lastWrites(CounterSchema counter) {
    Scan scan = Scan.of(counter.entity().table(), KeyRange.ALL, ROWS_MAX, WriteState.READ);
    long sum = 0;
    while (true) {
      ScanPage page = store.engine().scan(scan);
      for (Row row : page.rows()) {
        sum += Recount.mixed(31L * row.key().hashCode() + WriteState.of(row).write());
      }
      if (page.next().isEmpty()) {
        return sum;
      }
      scan = scan.following(page);
    }
  }
}
