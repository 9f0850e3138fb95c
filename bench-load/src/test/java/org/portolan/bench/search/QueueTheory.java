package org.portolan.bench.search;

import java.util.function.DoubleUnaryOperator;

/**
 * The highest rate at which a share of requests is answered within a limit, from queueing theory
 * (Kleinrock, Queueing Systems I, 1975; Gross &amp; Harris, Fundamentals of Queueing Theory).
 */
final class QueueTheory {
  private QueueTheory() {}

  /** M/M/1: the response is exponential with rate mu - lambda. */
  static double oneExponentialServer(double perSecond, double limit, double share) {
    return perSecond - Math.log(1 / (1 - share)) / limit;
  }

  /** M/M/c, with Erlang's C for the probability of a wait. */
  static double exponentialServers(int servers, double perSecond, double limit, double share) {
    return highest(
        servers * perSecond,
        share,
        rate -> {
          double offered = rate / perSecond;
          double term = 1;
          double sum = 0;
          for (int busy = 0; busy < servers; busy++) {
            sum += term;
            term *= offered / (busy + 1);
          }
          double all = term * servers / (servers - offered);
          double waits = all / (sum + all);
          double slack = servers - 1 - offered;
          double ending = Math.exp(-perSecond * limit);
          double longer =
              Math.abs(slack) < 1e-9
                  ? perSecond * limit
                  : (1 - Math.exp(-perSecond * limit * slack)) / slack;
          return 1 - ending * (1 + waits * longer);
        });
  }

  /** M/D/1: Erlang 1909 for the wait; the response is one constant service longer. */
  static double oneConstantServer(double perSecond, double limit, double share) {
    double wait = limit - 1 / perSecond;
    return highest(
        perSecond,
        share,
        rate -> {
          double sum = 0;
          for (int ended = 0; ended <= wait * perSecond; ended++) {
            double rest = rate * (ended / perSecond - wait);
            double term = Math.exp(-rest);
            for (int factor = 1; factor <= ended; factor++) {
              term *= rest / factor;
            }
            sum += term;
          }
          return (1 - rate / perSecond) * sum;
        });
  }

  /** D/M/1: the response is exponential with rate mu (1 - sigma). */
  static double uniformArrivals(double perSecond, double limit, double share) {
    return highest(
        perSecond,
        share,
        rate -> {
          double sigma = 0;
          for (int step = 0; step < 100_000; step++) {
            sigma = Math.exp(-perSecond * (1 - sigma) / rate);
          }
          return 1 - Math.exp(-perSecond * (1 - sigma) * limit);
        });
  }

  /**
   * A closed system of one exponential server. A new request waits for those of all other clients,
   * so its response is the sum of one service for each client. It is within the limit if this many
   * services end within the limit: a Poisson count.
   */
  static int clients(double perSecond, double limit, double share) {
    double mean = perSecond * limit;
    double term = Math.exp(-mean);
    double fewer = 0;
    int clients = 0;
    while (fewer + term <= 1 - share) {
      fewer += term;
      clients++;
      term *= mean / clients;
    }
    return clients;
  }

  private static double highest(double most, double share, DoubleUnaryOperator within) {
    double low = most * 1e-6;
    double high = most * (1 - 1e-9);
    for (int step = 0; step < 60; step++) {
      double middle = (low + high) / 2;
      if (within.applyAsDouble(middle) >= share) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
