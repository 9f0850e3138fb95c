package org.portolan.bench.telemetry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Samples the servers and this process while a run goes on, in a separate thread: once a second,
 * less often in runs of more than an hour. It never fails: it leaves out figures that it cannot
 * read, and says so among the sources.
 */
public final class Sampler {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long SWEEPS_MAX = 3_600;
  private static final int EVENTS_MAX = 1_000;
  private static final long END_MILLIS_MAX = 10_000;

  private final List<Meter> meters;
  private final ServerNames names;
  private final Consumer<Sample> listener;
  private final long interval;
  private final Differences differences = new Differences();
  private final List<Sample> samples = new ArrayList<>();
  private final List<RunEvent> faults = new ArrayList<>();
  private final Map<String, String> sources = new LinkedHashMap<>();
  private final Map<String, Integer> failures = new HashMap<>();
  private final Map<String, String> failureTexts = new HashMap<>();
  private Thread thread;
  private long begin;
  private boolean abandoned;
  private volatile boolean ended;

  /**
   * @param lacking the kinds of figures that are not sampled, with the reasons
   * @param lengthNanos the planned length of the run
   * @param listener called for each sample, by the sampling thread
   */
  Sampler(
      List<Meter> meters,
      ServerNames names,
      Map<String, String> lacking,
      long lengthNanos,
      Consumer<Sample> listener) {
    this.meters = List.copyOf(meters);
    this.names = names;
    this.listener = listener;
    this.interval = Math.max(SECOND, lengthNanos / SWEEPS_MAX);
    meters.forEach(meter -> sources.put(meter.kind(), meter.source()));
    sources.putAll(lacking);
  }

  /**
   * Reads all counters once, as the state at the beginning of the run. The run begins when this
   * method returns.
   */
  public void begin() {
    sweep(0);
    begin = System.nanoTime();
    thread = new Thread(this::sample, "telemetry");
    thread.setDaemon(true);
    thread.start();
  }

  private void sample() {
    for (long number = 1; !ended; ) {
      long wait = begin + number * interval - System.nanoTime();
      if (wait > 0) {
        LockSupport.parkNanos(this, wait);
      } else {
        sweepNow();
        // Samples that were missed while a server did not answer are skipped.
        number = Math.max(number, (System.nanoTime() - begin) / interval) + 1;
      }
    }
  }

  private void sweepNow() {
    sweep(Math.round((System.nanoTime() - begin) / 1e6) / 1e3);
  }

  private void sweep(double second) {
    Sweep sweep = new Sweep(text -> fault(second, text));
    for (Meter meter : meters) {
      try {
        meter.reader().accept(sweep);
      } catch (RuntimeException e) {
        failed(meter.kind(), e);
      }
    }
    differences
        .next(sweep)
        .forEach(
            (server, figures) -> keep(new Sample(second, server, names.role(server), figures)));
  }

  private synchronized void keep(Sample sample) {
    if (abandoned) {
      return;
    }
    samples.add(sample);
    try {
      listener.accept(sample);
    } catch (RuntimeException e) {
      failed("files", e);
    }
  }

  private synchronized void failed(String what, RuntimeException failure) {
    failures.merge(what, 1, Integer::sum);
    failureTexts.putIfAbsent(what, failure.getMessage() + "");
  }

  private synchronized void fault(double second, String text) {
    if (!abandoned && faults.size() < EVENTS_MAX) {
      faults.add(RunEvent.fault(second, text));
    }
  }

  /** Reads all counters once more and ends the sampling. */
  public void end() {
    ended = true;
    if (thread == null) {
      return;
    }
    LockSupport.unpark(thread);
    try {
      thread.join(END_MILLIS_MAX);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (thread.isAlive()) {
      abandon();
    } else {
      sweepNow();
    }
    thread = null;
  }

  /** A meter does not answer: its figures would come too late for the files of the run. */
  private synchronized void abandon() {
    abandoned = true;
  }

  /** Returns the samples and their sources; after {@link #end}. */
  public synchronized Telemetry telemetry() {
    Map<String, String> told = new LinkedHashMap<>(sources);
    failures.forEach(
        (kind, count) ->
            told.merge(
                kind,
                "failed " + count + (count == 1 ? " time, " : " times, ") + failureTexts.get(kind),
                (source, failed) -> source + "; " + failed));
    return new Telemetry(samples, told);
  }

  /** Returns faults and compactions in the order of time; after {@link #end}. */
  public synchronized List<RunEvent> events() {
    List<RunEvent> events = new ArrayList<>(faults);
    events.addAll(Compactions.of(samples));
    events.sort((one, other) -> Double.compare(one.second(), other.second()));
    return events;
  }
}
