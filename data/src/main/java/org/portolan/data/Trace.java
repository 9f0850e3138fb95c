package org.portolan.data;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

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
  private int rowsWritten;
  private final AtomicLong keysRead = new AtomicLong();
  private final AtomicLong keysWritten = new AtomicLong();
  private final AtomicLong roundTrips = new AtomicLong();
  private final AtomicLong bytesRead = new AtomicLong();
  private final AtomicLong bytesWritten = new AtomicLong();
  private final AtomicLong retries = new AtomicLong();

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
      CONFLICT
    }
  }

  /** Returns the first {@value #CALLS_MAX} calls in the order of their ends, if they are kept. */
  public List<Call> calls() {
    if (nanoClock == null) {
      return List.of();
    }
    synchronized (this) {
      return List.copyOf(calls);
    }
  }

  private void call(Call.Kind kind, int rows) {
    if (nanoClock == null) {
      return;
    }
    synchronized (this) {
      boolean changes = kind == Call.Kind.WRITE || kind == Call.Kind.CONFLICT;
      int changed = changes ? rowsWritten : rows;
      rowsWritten = changes ? 0 : rowsWritten;
      if (calls.size() < CALLS_MAX) {
        Duration end = Duration.ofNanos(nanoClock.getAsLong() - beginNanos);
        calls.add(new Call(kind, changed, end));
      }
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

  public Counts counts() {
    return new Counts(
        keysRead.get(),
        keysWritten.get(),
        roundTrips.get(),
        bytesRead.get(),
        bytesWritten.get(),
        retries.get());
  }

  /** Counts a read of some rows by their keys in one round trip. */
  public void read(int keys, long bytes) {
    countRead(keys, bytes);
    call(Call.Kind.GET, keys);
  }

  /** Counts a scan that found some rows in one round trip. */
  public void scanned(int keys, long bytes) {
    countRead(keys, bytes);
    call(Call.Kind.SCAN, keys);
  }

  private void countRead(int keys, long bytes) {
    keysRead.addAndGet(keys);
    bytesRead.addAndGet(bytes);
    roundTrips.incrementAndGet();
  }

  /** Counts rows that were changed; the round trip is that of the commit. */
  public void written(int keys, long bytes) {
    keysWritten.addAndGet(keys);
    bytesWritten.addAndGet(bytes);
    if (nanoClock != null) {
      synchronized (this) {
        rowsWritten += keys;
      }
    }
  }

  /** Counts the round trip of the changes that were counted since the last one. */
  public void roundTrip() {
    roundTrips.incrementAndGet();
    call(Call.Kind.WRITE, 0);
  }

  /** Counts an attempt that conflicted and is made again. */
  public void retry() {
    retries.incrementAndGet();
    call(Call.Kind.CONFLICT, 0);
  }

  /** Counts what another trace has counted. */
  public void add(Counts other) {
    keysRead.addAndGet(other.keysRead);
    keysWritten.addAndGet(other.keysWritten);
    roundTrips.addAndGet(other.roundTrips);
    bytesRead.addAndGet(other.bytesRead);
    bytesWritten.addAndGet(other.bytesWritten);
    retries.addAndGet(other.retries);
  }
}
