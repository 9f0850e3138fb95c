package org.portolan.bench.search;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A queue in virtual time whose limit is known from theory: requests wait, in the order of arrival,
 * for one of several equal servers. Every probe begins with an empty queue.
 */
final class SimulatedQueue implements ProbeTarget {
  /** The distribution of arrivals. */
  enum Arrivals {
    POISSON,
    UNIFORM,
    /**
     * The load is the number of clients; each sends its next request when the last was answered.
     */
    CLOSED
  }

  /** The distribution of service times. */
  enum Service {
    EXPONENTIAL,
    CONSTANT
  }

  private static final double WARM_UP_SHARE = 0.1;

  private final Arrivals arrivals;
  private final Service service;
  private final int servers;
  private final double perSecond;
  private final Duration limit;
  private final SplittableRandom random;
  private final List<Double> probed = new ArrayList<>();

  /**
   * @param perSecond the number of requests that one server answers in a second
   */
  SimulatedQueue(
      Arrivals arrivals,
      Service service,
      int servers,
      double perSecond,
      Duration limit,
      long seed) {
    this.arrivals = arrivals;
    this.service = service;
    this.servers = servers;
    this.perSecond = perSecond;
    this.limit = limit;
    this.random = new SplittableRandom(seed);
  }

  List<Double> probed() {
    return probed;
  }

  @Override
  public Settled settle() {
    return Settled.atOnce();
  }

  @Override
  public ProbeOutcome probe(int number, double load, Duration length) {
    probed.add(load);
    double measured = length.toMillis() / 1e3;
    double warmUp = measured * WARM_UP_SHARE;
    Responses responses = new Responses((int) Math.ceil(measured));
    double[] free = new double[servers];
    double[] asking = new double[arrivals == Arrivals.CLOSED ? (int) load : 1];
    double now = 0;
    while (now < warmUp + measured) {
      int client = earliest(asking);
      now =
          switch (arrivals) {
            case POISSON -> now + exponential(load);
            case UNIFORM -> now + 1 / load;
            case CLOSED -> asking[client];
          };
      int server = earliest(free);
      double end =
          Math.max(now, free[server])
              + (service == Service.CONSTANT ? 1 / perSecond : exponential(perSecond));
      free[server] = end;
      asking[client] = end;
      if (now >= warmUp) {
        responses.add((int) (now - warmUp), end - now);
      }
    }
    return responses.outcome(load, length, limit, 0);
  }

  private static int earliest(double[] times) {
    int earliest = 0;
    for (int index = 1; index < times.length; index++) {
      earliest = times[index] < times[earliest] ? index : earliest;
    }
    return earliest;
  }

  private double exponential(double perSecond) {
    return -Math.log(1 - random.nextDouble()) / perSecond;
  }
}
