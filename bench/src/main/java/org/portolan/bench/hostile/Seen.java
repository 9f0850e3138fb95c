package org.portolan.bench.hostile;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;
import org.portolan.bench.load.Latencies;

/** Everything that the honest clients have seen, in the order of its end. Thread-safe. */
final class Seen {
  private static final int WRONG_MAX = 50;

  /** How a request ended. */
  enum End {
    /** Answered with what it should have been. */
    RIGHT,
    /** Answered with 503: try again later. */
    REFUSED,
    /** Answered with another status, or not at all. */
    FAILED,
    /** Answered with something else than it should have been. */
    WRONG
  }

  /**
   * One request.
   *
   * @param second when it was due, since the beginning
   * @param nanos from when it was due until its answer had arrived
   * @param connectingNanos the part of it in which the client waited for a connection
   */
  record Request(HonestKind kind, double second, long nanos, long connectingNanos, End end) {
    boolean late() {
      return nanos > kind.millisPromised() * 1_000_000L;
    }

    /** Returns whether the wiki broke its promise to this client. */
    boolean broken() {
      return end != End.RIGHT || late();
    }
  }

  private final long beginNanos;
  private final List<Request> requests = new ArrayList<>();
  private final List<String> troubles = new ArrayList<>();

  Seen(long beginNanos) {
    this.beginNanos = beginNanos;
  }

  double second(long nanoTime) {
    return (nanoTime - beginNanos) / 1e9;
  }

  void add(HonestKind kind, long dueNanos, long connectingNanos, End end) {
    long nanos = System.nanoTime() - dueNanos;
    Request request = new Request(kind, second(dueNanos), nanos, connectingNanos, end);
    synchronized (requests) {
      requests.add(request);
    }
  }

  /** Keeps the first descriptions of what went wrong. */
  void trouble(String text) {
    synchronized (troubles) {
      if (troubles.size() < WRONG_MAX) {
        troubles.add(text);
      }
    }
  }

  List<String> troubles() {
    synchronized (troubles) {
      return List.copyOf(troubles);
    }
  }

  /** Returns the requests so far that have a property. */
  List<Request> requests(Predicate<Request> wanted) {
    synchronized (requests) {
      return requests.stream().filter(wanted).toList();
    }
  }

  static Histogram latencies(List<Request> requests) {
    Histogram histogram = Latencies.histogram();
    requests.forEach(request -> Latencies.record(histogram, request.nanos()));
    return histogram;
  }

  static long count(List<Request> requests, End end) {
    return requests.stream().filter(request -> request.end() == end).count();
  }
}
