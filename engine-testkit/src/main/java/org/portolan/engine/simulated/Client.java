package org.portolan.engine.simulated;

import java.util.random.RandomGenerator;

/** A process, from the view of its calls to a cluster. */
public interface Client {
  /** Returns a client without faults, for a cluster without a scheduler. */
  static Client calm(RandomGenerator random) {
    return new Client() {
      @Override
      public Fate next(String what, int mutations, boolean orderless) {
        return new Fate(Fault.NONE, random);
      }

      @Override
      public void pass(long nanos) {}

      @Override
      public void done(Fate fate, String answer) {}

      @Override
      public boolean cutOff() {
        return false;
      }

      @Override
      public boolean alive() {
        return true;
      }

      @Override
      public void kill() {}
    };
  }

  /**
   * A call begins.
   *
   * @param mutations how many rows it changes; 0 for a read
   * @param orderless whether a repeated or late execution has no further effect
   */
  Fate next(String what, int mutations, boolean orderless);

  /** Lets time pass for the calling thread. */
  void pass(long nanos);

  /** Records the answer to the call. */
  void done(Fate fate, String answer);

  boolean cutOff();

  boolean alive();

  void kill();

  /**
   * The fate of a call.
   *
   * @param random the random numbers of this call
   */
  record Fate(Fault fault, RandomGenerator random) {}

  /** The faults that a call can have. */
  enum Fault {
    NONE(true, false),
    /** The answer takes seconds. */
    SLOW(true, false),
    /** Nothing was done, and the answer says so. */
    UNAVAILABLE(true, false),
    /** The process dies before it sends anything. */
    KILLED_BEFORE(true, false),
    /** The request is lost; the answer is that the outcome is unknown. */
    REQUEST_LOST(false, false),
    /** The whole call is done; the answer is that the outcome is unknown. */
    ANSWER_LOST(false, false),
    /** A part of the call is done; the answer is that the outcome is unknown. */
    PART_DONE(false, false),
    /** A part of the call is done; the answer is that the store is unavailable. */
    PART_UNAVAILABLE(false, false),
    /** A part of the call arrives late, perhaps after the client has given up. */
    LATE(false, true),
    /** The process dies after it has sent the call, which arrives late. Only on request. */
    KILLED_LATE(false, true),
    /** The whole call arrives a second time, late. */
    REPEATED_LATE(false, true),
    /** The whole call is done twice at once; the client gets the second answer. */
    REPEATED(false, true),
    /** The call reaches too few copies, or only some servers accept it. */
    HALF_WAY(false, true),
    /** The process dies after it has sent the call. */
    KILLED_AFTER(false, false),
    /** The process dies after it has sent a part of the call. */
    KILLED_PART(false, false);

    final boolean ofReads;
    final boolean orderlessOnly;

    Fault(boolean ofReads, boolean orderlessOnly) {
      this.ofReads = ofReads;
      this.orderlessOnly = orderlessOnly;
    }

    /** Whether the call is made twice. Transactions have numbers, so no transaction is. */
    boolean repeats() {
      return this == REPEATED || this == REPEATED_LATE;
    }

    /** Whether a call to an embedded engine, which only uses the disk, can have this fault. */
    boolean ofProcess() {
      return this == NONE
          || this == SLOW
          || this == REQUEST_LOST
          || this == ANSWER_LOST
          || this == KILLED_BEFORE
          || this == KILLED_AFTER;
    }

    boolean kills() {
      return this == KILLED_BEFORE
          || this == KILLED_AFTER
          || this == KILLED_PART
          || this == KILLED_LATE;
    }
  }
}
