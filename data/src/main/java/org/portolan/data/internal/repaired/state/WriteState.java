package org.portolan.data.internal.repaired.state;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.engine.Change;
import org.portolan.engine.Condition;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.types.Bytes;

/**
 * The state of the writes of one entity row, which the row carries in a separate family. Every
 * change of the row, or of items of its collections, is on condition of the number of the write
 * before, and sets a new number and a higher version. The version cannot be the condition: two
 * writers that replace the same state in the same millisecond choose the same version. If the loser
 * then took its own change back, it would take back the winner's change.
 *
 * <p>See {@code docs/life-of-a-write.md}: steps 3 and 6.
 *
 * @param version 0 if the row has no state: it has never been written, or its state was removed
 * @param write the random number of the write that made this version
 * @param earlier the numbers of up to {@value #EARLIER_MAX} writes before it, the newest first: a
 *     writer that lost the answer to its write finds its number here after later writes
 * @param outbox the follow-ups of this and earlier writes that may still be missing; empty if none
 * @param intent the change that a write of several rows will make to this row once it is decided
 * @param counted the mark of the change of the design whose new counters contain what this row adds
 *     to them; 0 if there is none
 */
public record WriteState(
    long version,
    long write,
    List<Long> earlier,
    Optional<Bytes> outbox,
    Optional<Bytes> intent,
    long counted) {
  public static final FamilyRead READ = FamilyRead.all(StoreSchema.WRITE_FAMILY);
  public static final WriteState NONE =
      new WriteState(0, 0, List.of(), Optional.empty(), Optional.empty());

  /**
   * How long the state of a deleted row is kept, so that its versions keep rising: the clock of a
   * writing process may be almost a day behind the servers' clocks.
   */
  public static final Duration KEEP_DELETED = Duration.ofDays(2);

  private static final int EARLIER_MAX = 4;

  /** The bits of a mark that tell how many numbers there are before it. */
  private static final int COUNT_BITS = 3;

  public WriteState {
    earlier = List.copyOf(earlier);
  }

  /** A state of a row that no change of the design counts. */
  public WriteState(
      long version,
      long write,
      List<Long> earlier,
      Optional<Bytes> outbox,
      Optional<Bytes> intent) {
    this(version, write, earlier, outbox, intent, 0);
  }

  /** Returns the state of a row that was read with {@link #READ}. */
  public static WriteState of(Row row) {
    return row.family(StoreSchema.WRITE_FAMILY)
        .map(
            values -> {
              List<Long> numbers = numbers((Bytes) values.get(2));
              long mark = mark(numbers);
              return new WriteState(
                  (Long) values.get(0),
                  (Long) values.get(1),
                  mark == 0 ? numbers : numbers.subList(0, count(mark)),
                  Optional.ofNullable((Bytes) values.get(3)),
                  Optional.ofNullable((Bytes) values.get(4)),
                  mark >>> COUNT_BITS);
            })
        .orElse(NONE);
  }

  /**
   * Returns what follows the numbers of the earlier writes if the row is counted: then there are
   * always {@value #EARLIER_MAX} of them, perhaps zeros at the end. A release that does not know
   * marks takes it for the oldest number, and forgets it with the next writes.
   */
  private static long mark(List<Long> numbers) {
    return numbers.size() > EARLIER_MAX ? numbers.get(EARLIER_MAX) : 0;
  }

  private static int count(long mark) {
    return (int) (mark & ((1 << COUNT_BITS) - 1));
  }

  private static List<Long> numbers(Bytes packed) {
    if (packed == null) {
      return List.of();
    }
    ByteBuffer buffer = ByteBuffer.wrap(packed.toArray());
    List<Long> numbers = new ArrayList<>();
    while (buffer.hasRemaining()) {
      numbers.add(buffer.getLong());
    }
    return numbers;
  }

  private Bytes packed() {
    if (earlier.isEmpty() && counted == 0) {
      return null;
    }
    int numbers = counted == 0 ? earlier.size() : EARLIER_MAX + 1;
    ByteBuffer buffer = ByteBuffer.allocate(numbers * Long.BYTES);
    earlier.forEach(buffer::putLong);
    if (counted != 0) {
      buffer.putLong(EARLIER_MAX * Long.BYTES, counted << COUNT_BITS | earlier.size());
    }
    return Bytes.wrap(buffer.array());
  }

  public boolean exists() {
    return version != 0;
  }

  /** Returns whether nothing is left to be done for this row. */
  public boolean isSettled() {
    return outbox.isEmpty() && intent.isEmpty();
  }

  /**
   * Returns the version of a write that replaces this state: the current time, but at least this
   * version plus one.
   */
  public long nextVersion(long nowMillis) {
    return Math.max(version + 1, nowMillis);
  }

  /** Returns the state after another write, with nothing pending; a mark stays. */
  public WriteState next(long newVersion, long newWrite) {
    List<Long> numbers = new ArrayList<>();
    if (exists()) {
      numbers.add(write);
      numbers.addAll(earlier.subList(0, Math.min(earlier.size(), EARLIER_MAX - 1)));
    }
    return new WriteState(
        newVersion, newWrite, numbers, Optional.empty(), Optional.empty(), counted);
  }

  public WriteState with(Optional<Bytes> newOutbox, Optional<Bytes> newIntent) {
    return new WriteState(version, write, earlier, newOutbox, newIntent, counted);
  }

  /** Returns this state of a row that is counted by a mark; 0 for one that is not. */
  public WriteState counted(long mark) {
    return new WriteState(version, write, earlier, outbox, intent, mark);
  }

  /**
   * Returns whether this state has the same version and write as another; ignores outbox and
   * intent.
   */
  public boolean isAt(WriteState other) {
    return version == other.version && write == other.write;
  }

  /**
   * Returns whether a write is the last one or among the earlier ones that this state remembers.
   */
  public boolean includes(long number) {
    return exists() && (write == number || earlier.contains(number));
  }

  /**
   * Returns whether the history in this state reaches back to {@code before}. If so, a write made
   * on condition of {@code before} that is not included here is not in the row's past.
   */
  public boolean reachesBackTo(WriteState before) {
    return before.exists()
        ? before.write != write && earlier.contains(before.write)
        : exists() && earlier.size() < EARLIER_MAX;
  }

  public Change put() {
    return new Change.PutColumns(
        StoreSchema.WRITE_FAMILY,
        Arrays.asList(version, write, packed(), outbox.orElse(null), intent.orElse(null)));
  }

  /** Returns the condition that a row still has this state; ignores outbox and intent. */
  public Condition condition() {
    return exists()
        ? new Condition.ColumnEquals(StoreSchema.WRITE_FAMILY, "write", write)
        : new Condition.Absent(StoreSchema.WRITE_FAMILY);
  }

  /**
   * Returns the mutation that changes only a row's state, on condition that it is still this one.
   */
  public Mutation changed(RowKey row, WriteState next) {
    return Mutation.of(row.table(), row.key(), next.put()).on(condition()).at(next.version());
  }
}
