package org.portolan.data.internal.repaired;

import java.nio.ByteBuffer;
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
 * The state of the writes of one entity row, which the row carries in a family of its own. Whoever
 * changes the row, or items of its collections, does it on condition of the number of the write
 * before, and gives it a new one and a higher version. The version would not do as a condition: two
 * writers who go over the same state in the same millisecond come to the same one, and the loser,
 * taking back what it believes its own, would take back the other's.
 *
 * @param version 0 if the row has no state: nobody has ever written it
 * @param write the random number of the write that made this version
 * @param earlier the numbers of up to {@value #EARLIER_MAX} writes before it, the newest first:
 *     whoever has lost the answer to its own write finds it here after others have gone over it
 * @param outbox what still follows from this and earlier writes, empty if nothing
 * @param intent what a write of several rows will make of this one once it is decided
 */
record WriteState(
    long version, long write, List<Long> earlier, Optional<Bytes> outbox, Optional<Bytes> intent) {
  static final FamilyRead READ = FamilyRead.all(StoreSchema.WRITE_FAMILY);
  static final WriteState NONE =
      new WriteState(0, 0, List.of(), Optional.empty(), Optional.empty());

  private static final int EARLIER_MAX = 4;

  WriteState {
    earlier = List.copyOf(earlier);
  }

  /** Returns the state of a row that was read with {@link #READ}. */
  static WriteState of(Row row) {
    return row.family(StoreSchema.WRITE_FAMILY)
        .map(
            values ->
                new WriteState(
                    (Long) values.get(0),
                    (Long) values.get(1),
                    numbers((Bytes) values.get(2)),
                    Optional.ofNullable((Bytes) values.get(3)),
                    Optional.ofNullable((Bytes) values.get(4))))
        .orElse(NONE);
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

  private static Bytes packed(List<Long> numbers) {
    if (numbers.isEmpty()) {
      return null;
    }
    ByteBuffer buffer = ByteBuffer.allocate(numbers.size() * Long.BYTES);
    numbers.forEach(buffer::putLong);
    return Bytes.wrap(buffer.array());
  }

  boolean exists() {
    return version != 0;
  }

  /** Whether nothing is left to be done for this row. */
  boolean isSettled() {
    return outbox.isEmpty() && intent.isEmpty();
  }

  /** Returns the version of a write that goes over this state: unique and rising for the row. */
  long nextVersion(long nowMillis) {
    return Math.max(version + 1, nowMillis);
  }

  /** Returns the state after another write, with nothing pending. */
  WriteState next(long newVersion, long newWrite) {
    List<Long> numbers = new ArrayList<>();
    if (exists()) {
      numbers.add(write);
      numbers.addAll(earlier.subList(0, Math.min(earlier.size(), EARLIER_MAX - 1)));
    }
    return new WriteState(newVersion, newWrite, numbers, Optional.empty(), Optional.empty());
  }

  WriteState with(Optional<Bytes> newOutbox, Optional<Bytes> newIntent) {
    return new WriteState(version, write, earlier, newOutbox, newIntent);
  }

  /** Whether this is another state's write, its outbox and intent aside. */
  boolean isAt(WriteState other) {
    return version == other.version && write == other.write;
  }

  /** Whether a write is this one or one that this is known to have gone over. */
  boolean includes(long number) {
    return exists() && (write == number || earlier.contains(number));
  }

  /**
   * Whether a write made on condition of {@code before} and not included here can no longer be in
   * the row's past: that past is known back to that state.
   */
  boolean reachesBackTo(WriteState before) {
    return before.exists()
        ? before.write != write && earlier.contains(before.write)
        : exists() && earlier.size() < EARLIER_MAX;
  }

  Change put() {
    return new Change.PutColumns(
        StoreSchema.WRITE_FAMILY,
        Arrays.asList(version, write, packed(earlier), outbox.orElse(null), intent.orElse(null)));
  }

  /** Returns the condition that a row still has this state, its outbox and intent aside. */
  Condition condition() {
    return exists()
        ? new Condition.ColumnEquals(StoreSchema.WRITE_FAMILY, "write", write)
        : new Condition.Absent(StoreSchema.WRITE_FAMILY);
  }

  /** Returns the change of nothing but a row's state, on condition that it still is this one. */
  Mutation changed(RowKey row, WriteState next) {
    return Mutation.of(row.table(), row.key(), next.put()).on(condition()).at(next.version());
  }
}
