package org.portolan.engine.simulated;

import java.util.random.RandomGenerator;

/** What a cluster has around it: its servers' time and chance, and messages under way. */
interface Surroundings {
  /** Returns the time by the clocks of the servers. */
  long nowMillis();

  RandomGenerator random();

  /** Does something when a message has arrived. */
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

  /** Returns the surroundings that a simulation makes. */
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
