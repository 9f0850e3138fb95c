package org.portolan.data.internal.auto;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.portolan.types.Tuple;

/**
 * Counts what is done with an automatic index since the store was opened. To count a read or a
 * change costs some ten nanoseconds, beside some ten microseconds of the operation itself.
 * Thread-safe.
 */
public final class IndexUse {
  private final LongAdder reads = new LongAdder();
  private final LongAdder membersRead = new LongAdder();
  private final LongAdder changes = new LongAdder();
  private final LongAdder buckets = new LongAdder();
  private final LongAdder bucketMembers = new LongAdder();
  private final LongAdder conflicts = new LongAdder();
  private final LongAdder lostNanos = new LongAdder();
  private final UseSketch sketch = new UseSketch();

  /**
   * The sums so far.
   *
   * @param membersRead the members that pages returned
   * @param changes entries that attempts changed, whether they were committed or not
   * @param buckets objects that were read to be changed, and {@code bucketMembers} their members
   * @param conflicts attempts that failed at this index and at no row of an entity
   * @param lostNanos the time of these attempts
   */
  public record Sums(
      long reads,
      long membersRead,
      long changes,
      long buckets,
      long bucketMembers,
      long conflicts,
      long lostNanos) {
    static final Sums NONE = new Sums(0, 0, 0, 0, 0, 0, 0);

    Sums plus(Sums other) {
      return new Sums(
          reads + other.reads,
          membersRead + other.membersRead,
          changes + other.changes,
          buckets + other.buckets,
          bucketMembers + other.bucketMembers,
          conflicts + other.conflicts,
          lostNanos + other.lostNanos);
    }

    Sums since(Sums before) {
      return new Sums(
          reads - before.reads,
          membersRead - before.membersRead,
          changes - before.changes,
          buckets - before.buckets,
          bucketMembers - before.bucketMembers,
          conflicts - before.conflicts,
          lostNanos - before.lostNanos);
    }
  }

  /** Counts a page that was read. */
  public void read(int members) {
    reads.increment();
    membersRead.add(members);
  }

  /** Counts changes of entries under one value, as an attempt to write makes them. */
  public void changed(Tuple value, int entries) {
    changes.add(entries);
    sketch.changed(value, entries);
  }

  /** Counts an object that was read to be changed. */
  public void saw(int members) {
    buckets.increment();
    bucketMembers.add(members);
  }

  /** Counts an attempt that failed at this index. */
  void conflicted(long nanos) {
    conflicts.increment();
    lostNanos.add(nanos);
  }

  /** Returns the sums so far; of changes under way, each number may be behind another. */
  public Sums sums() {
    return new Sums(
        reads.sum(),
        membersRead.sum(),
        changes.sum(),
        buckets.sum(),
        bucketMembers.sum(),
        conflicts.sum(),
        lostNanos.sum());
  }

  List<UseSketch.Hot> hottest(double aging) {
    return sketch.take(aging);
  }
}
