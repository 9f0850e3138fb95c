package org.portolan.data;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the cost of operations at the store. Thread-safe.
 *
 * <p>A key is one row of one table; a round trip is one call to the engine, however many keys it
 * carries; bytes are those of encoded rows, without the engine's own overhead.
 */
public final class Trace {
  private final AtomicLong keysRead = new AtomicLong();
  private final AtomicLong keysWritten = new AtomicLong();
  private final AtomicLong roundTrips = new AtomicLong();
  private final AtomicLong bytesRead = new AtomicLong();
  private final AtomicLong bytesWritten = new AtomicLong();
  private final AtomicLong retries = new AtomicLong();

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

  /** Counts a read of some rows in one round trip. */
  public void read(int keys, long bytes) {
    keysRead.addAndGet(keys);
    bytesRead.addAndGet(bytes);
    roundTrips.incrementAndGet();
  }

  /** Counts rows that were changed; the round trip is that of the commit. */
  public void written(int keys, long bytes) {
    keysWritten.addAndGet(keys);
    bytesWritten.addAndGet(bytes);
  }

  public void roundTrip() {
    roundTrips.incrementAndGet();
  }

  public void retry() {
    retries.incrementAndGet();
  }
}
