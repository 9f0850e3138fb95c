package org.portolan.engine.simulated;

import java.util.random.RandomGenerator;

/** A process as its calls to a cluster see it. */
public interface Client {
  /** Returns a client that nothing happens to, of a cluster without a scheduler. */
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
   * @param orderless whether it comes to the same if it is done twice or late
   */
  Fate next(String what, int mutations, boolean orderless);

  /** Lets time pass for the calling thread. */
  void pass(long nanos);

  /** Says what the call was answered. */
  void done(Fate fate, String answer);

  boolean cutOff();

  boolean alive();

  void kill();

  /**
   * What becomes of a call.
   *
   * @param random the chances of this call
   */
  record Fate(Fault fault, RandomGenerator random) {}

  /** What can go wrong with a call. */
  enum Fault {
    NONE(true, false),
    /** The answer takes seconds. */
    SLOW(true, false),
    /** Nothing was done, and the client is told so. */
    UNAVAILABLE(true, false),
    /** The process dies before it sends anything. */
    KILLED_BEFORE(true, false),
    /** The request is lost; the client is told that the outcome is unknown. */
    REQUEST_LOST(false, false),
    /** All is done; the client is told that the outcome is unknown. */
    ANSWER_LOST(false, false),
    /** Some of it is done; the client is told that the outcome is unknown. */
    PART_DONE(false, false),
    /** Some of it is done; the client is told that the store is unavailable. */
    PART_UNAVAILABLE(false, false),
    /** Some of it arrives late, perhaps after the client has given up. */
    LATE(false, true),
    /** The process dies after it has sent all, and all arrives late. Only if asked for. */
    KILLED_LATE(false, true),
    /** All arrives once more, late. */
    REPEATED_LATE(false, true),
    /** All is done twice at once; the answer is that of the second time. */
    REPEATED(false, true),
    /** It reaches too few copies, or is accepted by some only. */
    HALF_WAY(false, true),
    /** The process dies after it has sent all. */
    KILLED_AFTER(false, false),
    /** The process dies after it has sent some. */
    KILLED_PART(false, false);

    final boolean ofReads;
    final boolean orderlessOnly;

    Fault(boolean ofReads, boolean orderlessOnly) {
      this.ofReads = ofReads;
      this.orderlessOnly = orderlessOnly;
    }

    /** Transactions have numbers: none is made twice. */
    boolean repeats() {
      return this == REPEATED || this == REPEATED_LATE;
    }

    /** Whether it befalls a call that leaves its process only for the disk. */
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
