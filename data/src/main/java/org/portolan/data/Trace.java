package org.portolan.data;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.portolan.design.cost.Work;

/**
 * Counts the cost of operations at the store. Thread-safe.
 *
 * <p>A key is one row of one table; a round trip is one call to the engine, however many keys it
 * carries; bytes are those of encoded rows, without the engine's own overhead.
 */
public final class Trace {
  /** The most calls that a trace keeps; later ones are only counted. */
  public static final int CALLS_MAX = 20;

  private final LongSupplier nanoClock;
  private final long beginNanos;
  private final List<Call> calls;

  // All guarded by this trace: most traces belong to one thread, and one lock costs it less than
  // several atomic numbers.
  private long keysRead;
  private long keysWritten;
  private long roundTrips;
  private long bytesRead;
  private long bytesWritten;
  private long retries;
  private int rowsWritten;
  private Work work = Work.NONE;

  /** Counts instead of this trace; null for none. */
  private volatile Trace diverted;

  /** Makes a trace that counts and keeps no calls. */
  public Trace() {
    this(null, List.of());
  }

  private Trace(LongSupplier nanoClock, List<Call> calls) {
    this.nanoClock = nanoClock;
    this.beginNanos = nanoClock == null ? 0 : nanoClock.getAsLong();
    this.calls = calls;
  }

  /**
   * Returns a trace that also keeps the first {@value #CALLS_MAX} calls.
   *
   * @param nanoClock a monotonic clock, in nanoseconds
   */
  public static Trace keepingCalls(LongSupplier nanoClock) {
    return new Trace(nanoClock, new ArrayList<>(4));
  }

  /**
   * A call to the engine, or an attempt that conflicted.
   *
   * @param rows the rows asked for, found by a scan, or changed
   * @param end the time from the making of the trace until the call was answered
   */
  public record Call(Kind kind, int rows, Duration end) {
    /** The kind of a call. */
    public enum Kind {
      /** Reads rows by their keys. */
      GET,
      /** Reads pages of rows. */
      SCAN,
      /** Changes rows; on an engine with transactions, the commit. */
      WRITE,
      /** An attempt ended by a conflict: the rows that it wanted to change are not changed. */
      CONFLICT,
      /**
       * The changes were committed together with those of other writes of this process. The calls
       * of this commit, and the keys and bytes that it wrote, are counted for the write that led
       * the group.
       */
      GROUP
    }
  }

  /** The counts so far. */
  public record Counts(
      long keysRead,
      long keysWritten,
      long roundTrips,
      long bytesRead,
      long bytesWritten,
      long retries) {
    /** Returns the counts since an earlier moment of the same trace. */
    public Counts minus(Counts before) {
      return new Counts(
          keysRead - before.keysRead,
          keysWritten - before.keysWritten,
          roundTrips - before.roundTrips,
          bytesRead - before.bytesRead,
          bytesWritten - before.bytesWritten,
          retries - before.retries);
    }

    @Override
    public String toString() {
      return "keys-read="
          + keysRead
          + " keys-written="
          + keysWritten
          + " round-trips="
          + roundTrips
          + " bytes-read="
          + bytesRead
          + " bytes-written="
          + bytesWritten
          + " retries="
          + retries;
    }
  }

  public synchronized Counts counts() {
    return new Counts(keysRead, keysWritten, roundTrips, bytesRead, bytesWritten, retries);
  }

  /**
   * Returns the work so far, in the terms by which designs are compared. It is what the operations
   * asked for, not what the engine made of it: a row that a write locks and rolls forward is one
   * row, and an entry that is in an outbox first is one change. Attempts that conflicted have their
   * reads.
   */
  public synchronized Work work() {
    return work;
  }

  /** Returns the first {@value #CALLS_MAX} calls in the order of their ends, if they are kept. */
  public synchronized List<Call> calls() {
    return List.copyOf(calls);
  }

  /** Returns the time since this trace was made; zero if it keeps no calls. */
  public Duration elapsed() {
    return nanoClock == null ? Duration.ZERO : Duration.ofNanos(nanoClock.getAsLong() - beginNanos);
  }

  /**
   * Lets another trace count, instead of this one, what is counted by this object from now on: the
   * operations of one attempt may be those of several writes.
   *
   * @param other null to count again
   */
  public void divertTo(Trace other) {
    diverted = other;
  }

  private Trace counting() {
    Trace other = diverted;
    return other == null ? this : other;
  }

  /** Notes that another write of this process has committed the changes. */
  public synchronized void grouped() {
    keep(Call.Kind.GROUP, 0);
  }

  /**
   * Counts a read by keys in one round trip.
   *
   * @param keys the rows of tables
   * @param lookUps what is looked up by its key, in the terms of the cost model
   * @param entries the items that are read in order
   */
  public void read(int keys, int lookUps, int entries, long bytes) {
    int several = keys > 1 ? 1 : 0;
    Work read = new Work(1, lookUps, several, entries, bytes / 1024.0, 0, 0, 0, 0, 0, 0);
    counting().read(Call.Kind.GET, keys, bytes, read);
  }

  /** Counts a scan that found some rows in one round trip. */
  public void scanned(int keys, long bytes) {
    counting().read(Call.Kind.SCAN, keys, bytes, Work.read(1, 0, keys, (double) bytes));
  }

  private synchronized void read(Call.Kind kind, int keys, long bytes, Work read) {
    keysRead += keys;
    bytesRead += bytes;
    roundTrips++;
    work = work.plus(read);
    keep(kind, keys);
  }

  /**
   * Counts the work of a write that was committed.
   *
   * @param rows the rows of entities and items
   * @param changes the derived changes
   * @param bytes of both, each once
   */
  public synchronized void committed(int rows, int changes, long bytes) {
    work = work.plus(Work.write(1, rows, changes, (double) bytes));
  }

  /** Counts the work of derived changes that a write makes by a round trip of their own. */
  public synchronized void followed(int changes, long bytes) {
    work = work.plus(Work.read(1, 0, 0, 0)).plus(Work.write(0, 0, changes, (double) bytes));
  }

  /** Counts rows that were changed; the round trip is that of the commit. */
  public synchronized void written(int keys, long bytes) {
    keysWritten += keys;
    bytesWritten += bytes;
    rowsWritten += keys;
  }

  /** Counts the round trip of the changes that were counted since the last one. */
  public synchronized void roundTrip() {
    roundTrips++;
    keep(Call.Kind.WRITE, rowsWritten);
    rowsWritten = 0;
  }

  /** Counts an attempt that conflicted and is made again. */
  public synchronized void retry() {
    retries++;
    keep(Call.Kind.CONFLICT, rowsWritten);
    rowsWritten = 0;
  }

  /**
   * Counts what another trace has counted.
   *
   * @param otherWork the work of the same trace
   */
  public synchronized void add(Counts other, Work otherWork) {
    work = work.plus(otherWork);
    keysRead += other.keysRead;
    keysWritten += other.keysWritten;
    roundTrips += other.roundTrips;
    bytesRead += other.bytesRead;
    bytesWritten += other.bytesWritten;
    retries += other.retries;
  }

  private void keep(Call.Kind kind, int rows) {
    if (nanoClock != null && calls.size() < CALLS_MAX) {
      calls.add(new Call(kind, rows, elapsed()));
    }
  }
}
