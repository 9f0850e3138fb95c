package org.portolan.data.internal.check;

import java.util.function.Consumer;
import org.portolan.data.internal.schema.CounterSchema;

/** Compares a counter with a count, and corrects it. Thread-safe. */
public interface CounterLook {

  /**
   * The result of a look.
   *
   * @param value the value of the counter
   * @param actual the number of rows or items at the same moment
   * @param corrections how often the counter had been corrected before; 0 if no correction needs
   *     several looks
   * @param repaired whether the counter was corrected
   */
  record Counted(long value, long actual, long corrections, boolean repaired) {
    /** The result of a look that needs no other look. */
    public Counted(long value, long actual, boolean repaired) {
      this(value, actual, 0, repaired);
    }

    /** Returns how many the counter counts too few; negative if it counts too many. */
    public long missing() {
      return actual - value;
    }

    Counted afterRepair() {
      return new Counted(value, actual, corrections, true);
    }

    /** Returns whether no correction came between this look and another. */
    boolean sameCorrections(Counted other) {
      return corrections == other.corrections;
    }

    /** Returns whether this look and another both find too few, both too many, or both no error. */
    boolean agrees(Counted other) {
      return Long.signum(missing()) == Long.signum(other.missing());
    }

    /** Returns this look and a later one as one: with the smaller error, repaired by either. */
    Counted with(Counted later) {
      Counted smaller = Math.abs(later.missing()) < Math.abs(missing()) ? later : this;
      return repaired || later.repaired ? smaller.afterRepair() : smaller;
    }
  }

  /** Decides how much of a counter's error to correct. */
  interface Correction {
    /** Corrects nothing. */
    Correction NONE = missing -> 0;

    /** Corrects all that is missing. */
    Correction ALL = missing -> missing;

    /** Returns the number to add to a counter that counts {@code missing} too few. */
    long of(long missing);

    /** Returns the number to add to a counter after a look. */
    default long of(Counted counted) {
      return of(counted.missing());
    }
  }

  /**
   * Corrects only an error that earlier looks have found too. An error that only one look finds may
   * come from a write between its commit and its addition. If the counter was corrected after the
   * earlier looks, their error may be the one that was corrected, so nothing is corrected.
   *
   * @param found the earlier looks
   */
  record Confirmed(Counted found) implements Correction {
    @Override
    public long of(long missing) {
      return Long.signum(found.missing()) == Long.signum(missing)
          ? Long.signum(missing) * Math.min(Math.abs(found.missing()), Math.abs(missing))
          : 0;
    }

    @Override
    public long of(Counted counted) {
      return counted.sameCorrections(found) ? of(counted.missing()) : 0;
    }
  }

  /**
   * Compares a counter with a count.
   *
   * @param correction decides how much to add to the counter
   * @param looked receives the number of rows read, page by page
   * @throws org.portolan.engine.ConflictException if writes got in between at every attempt: then
   *     nothing is known and nothing was changed
   */
  Counted look(CounterSchema counter, Correction correction, Consumer<Long> looked);
}
