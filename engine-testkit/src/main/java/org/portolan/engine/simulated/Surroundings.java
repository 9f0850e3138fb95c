package org.portolan.engine.simulated;

import java.util.random.RandomGenerator;

/** The surroundings of a cluster: its servers' time, random numbers, and messages under way. */
interface Surroundings {
  /** Returns the time by the clocks of the servers. */
  long nowMillis();

  RandomGenerator random();

  /** Runs an action when a message arrives, after a time. */
  void later(long nanos, Runnable arrival);

  void met(String kind);

  /** Returns surroundings in which nothing takes time: for the contract suite. */
  static Surroundings calm(RandomGenerator random) {
    return new Surroundings() {
      @Override
      public long nowMillis() {
        return System.currentTimeMillis();
      }

      @Override
      public RandomGenerator random() {
        return random;
      }

      @Override
      public void later(long nanos, Runnable arrival) {
        arrival.run();
      }

      @Override
      public void met(String kind) {}
    };
  }

  /** Returns the surroundings of a simulation. */
  static Surroundings simulated(Scheduler scheduler, RandomGenerator random) {
    return new Surroundings() {
      @Override
      public long nowMillis() {
        return scheduler.nowMillis();
      }

      @Override
      public RandomGenerator random() {
        return random;
      }

      @Override
      public void later(long nanos, Runnable arrival) {
        scheduler.later(nanos, arrival);
      }

      @Override
      public void met(String kind) {
        scheduler.log().met(kind);
      }
    };
  }
}
