package org.portolan.data.internal.process;

import java.util.Optional;
import org.portolan.data.DataException;
import org.portolan.data.StoreMismatchException;
import org.portolan.data.internal.schema.StoreMeta;

/**
 * The epoch of a store's design, as a separate text: each process reads it often. It is written
 * after the state of the evolution that it numbers, so a process that sees an epoch finds a state
 * that is at least as new.
 */
public final class Epoch {
  private static final String NAME = "epoch";

  /** Each attempt loses against another process that writes a lower epoch. */
  private static final int ATTEMPTS_MAX = 20;

  private Epoch() {}

  /** Returns the epoch; 0 if the design never changed while the store was open. */
  public static long read(StoreMeta meta) {
    return number(meta.read(NAME));
  }

  /** Returns the epoch, also if only few replicas have the first one. */
  public static long readSurely(StoreMeta meta) {
    return number(meta.readSurely(NAME));
  }

  private static long number(Optional<String> text) {
    try {
      return text.map(Long::parseLong).orElse(0L);
    } catch (NumberFormatException e) {
      throw new StoreMismatchException(
          "the store has the invalid epoch '"
              + text.orElseThrow()
              + "' among its texts: the store is damaged; restore it from a backup",
          e);
    }
  }

  /**
   * Writes an epoch. When this returns, every read sees it, or a later one. Does nothing else if it
   * was written before.
   *
   * @param epoch at least 1
   * @throws EpochOverException if the store has a later epoch
   * @throws DataException if other processes wrote lower ones before each attempt
   * @throws org.portolan.engine.OutcomeUnknownException if it is unknown whether it is written;
   *     call this again
   */
  public static void write(StoreMeta meta, long epoch) {
    for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      Optional<String> before = meta.readSurely(NAME);
      long stored = number(before);
      if (stored > epoch) {
        throw EpochOverException.moved(epoch, stored);
      }
      if (stored == epoch || meta.replace(NAME, before, Long.toString(epoch))) {
        // A writer that got no answer may have left it on few replicas.
        meta.spread(NAME);
        return;
      }
    }
    throw new DataException(
        "epoch "
            + epoch
            + " of the store's design could not be written, since other processes changed it before"
            + " each attempt; try again");
  }
}
