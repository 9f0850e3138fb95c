package org.portolan.bench.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.Text;

/**
 * Runs a workload as specified by a {@link LoadSpec}. Each object runs once.
 *
 * <p>No thread hands out operations, since that thread could be late itself: each free worker takes
 * the next start of the schedule and waits for it. So the schedule does not depend on the store. If
 * all workers are busy, the first free worker starts the operation, and its latency counts from its
 * scheduled start (no coordinated omission, as in Gil Tene's wrk2).
 *
 * <p>After the measured time no operation becomes due. Operations that were due before still run
 * for up to {@link LoadSpec#drain}; the rest counts as unfinished.
 */
public final class LoadGenerator {
  /**
   * The longest wait for an operation under way, since the store cannot be closed before its end.
   */
  private static final int UNDER_WAY_SECONDS_MAX = 120;

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long START_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long START_NANOS_EACH = TimeUnit.MICROSECONDS.toNanos(100);

  private final Workload workload;
  private final LoadSpec spec;
  private final LoadListener listener;
  private final Clock clock;
  private final ThreadFactory threadFactory;
  private final Recording recording;
  private final Schedule schedule;
  private final Troubles troubles = new Troubles();
  private final MachineUse machine = new MachineUse();
  private final List<SecondSample> series = new ArrayList<>();
  private final long measuredFrom;
  private final long end;
  private volatile Crew crew;
  private volatile boolean stopped;
  private volatile boolean interrupted;
  private boolean callerInterrupted;
  private volatile Throwable broken;
  private volatile long stoppedNanos;

  public LoadGenerator(Workload workload, LoadSpec spec, LoadListener listener) {
    this(workload, spec, listener, new SystemClock(), LoadGenerator::thread);
  }

  LoadGenerator(
      Workload workload,
      LoadSpec spec,
      LoadListener listener,
      Clock clock,
      ThreadFactory threadFactory) {
    this.workload = workload;
    this.spec = spec;
    this.listener = listener;
    this.clock = clock;
    this.threadFactory = threadFactory;
    this.measuredFrom = spec.warmUp().toNanos();
    this.end = spec.warmUp().plus(spec.measured()).toNanos();
    this.recording = new Recording(workload.operations(), measuredFrom, end);
    this.schedule = Schedule.of(spec.drive(), end, spec.seed());
  }

  /**
   * Runs a workload for one turn of a comparison: threads without a rate, and no warm-up, since
   * comparisons warm up by turns.
   *
   * @throws BenchmarkFailedException if any operation was not {@code ok}, or the run was
   *     interrupted: then its figures would mean nothing
   */
  public static LoadResult turn(Workload workload, int threads, Duration length, long seed) {
    LoadSpec spec = LoadSpec.closed(threads, Duration.ZERO, length, seed);
    LoadResult result = new LoadGenerator(workload, spec, LoadListener.NONE).run();
    if (result.interrupted()) {
      throw new BenchmarkFailedException("the benchmark was interrupted");
    }
    if (result.count(OutcomeKind.OK) < result.due()) {
      throw new BenchmarkFailedException(
          Text.format(
              "of %s operations %s failed, so nothing was measured: %s",
              result.due(),
              result.due() - result.count(OutcomeKind.OK),
              result.messages().isEmpty()
                  ? "conflicts " + result.conflicts()
                  : String.join("; ", result.messages())));
    }
    return result;
  }

  private static Thread thread(Runnable loop) {
    Thread thread = new Thread(loop, "load worker");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Runs the workload, whose store must be prepared, to its end or until {@link #stop}. An
   * interrupt of the calling thread also stops the run; the thread is still interrupted when this
   * method returns.
   *
   * @return the measurements, also of a run that was stopped
   * @throws BenchmarkFailedException if a worker broke, which is a bug in the workload
   */
  public LoadResult run() {
    try {
      return toItsEnd();
    } finally {
      if (callerInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private LoadResult toItsEnd() {
    List<Worker> workers = new ArrayList<>();
    for (int number = 0; number < spec.drive().workers(); number++) {
      workers.add(workload.worker(number, spec.seed()));
    }
    long begin = clock.nanos() + START_NANOS + START_NANOS_EACH * workers.size();
    crew = new Crew(workers.stream().map(worker -> loop(worker, begin)).toList(), threadFactory);
    crew.start();
    Marks before = watch(begin);
    Marks after = Marks.take(workload, machine);
    if (broken != null) {
      throw new BenchmarkFailedException(
          "a worker of workload '" + workload.name() + "' failed: " + broken, broken);
    }
    crew.handOver();
    while (recording.hasOpenSecond()) {
      closeSecond(phase(recording.closedSeconds()));
    }
    long now = clock.nanos() - begin;
    long windowEnd = interrupted ? Math.min(end, stoppedNanos - begin) : end;
    return new ResultAssembly(workload, spec, recording, troubles, before, after, measuredFrom)
        .result(waits(now, windowEnd), windowEnd, series, interrupted);
  }

  private WorkerLoop loop(Worker worker, long begin) {
    return new WorkerLoop(
        worker,
        schedule,
        clock,
        begin,
        () -> stopped,
        recording,
        troubles,
        workload.operations(),
        this::breakOff);
  }

  /**
   * Closes second after second until all workers have ended.
   *
   * @return the counters at the beginning of the measured time
   */
  private Marks watch(long begin) {
    Marks before = null;
    boolean given = false;
    while (!given) {
      if (Thread.interrupted()) {
        // The flag stays cleared until the end: an interrupted thread does not sleep; it would spin
        // beside the workers.
        callerInterrupted = true;
        stop();
      }
      long now = clock.nanos() - begin;
      if (before == null && now >= measuredFrom) {
        before = Marks.take(workload, machine);
      }
      if (now >= end + spec.drain().toNanos()) {
        endWorkers();
      }
      boolean ending = stopped || now >= end;
      if (ending && crew.ended()) {
        break;
      }
      if (stopped && clock.nanos() - stoppedNanos > UNDER_WAY_SECONDS_MAX * SECOND) {
        crew.interrupt();
        given = true;
      }
      closeSecondsBefore(now);
      long wake = (recording.closedSeconds() + 1) * SECOND;
      wake = before == null ? Math.min(wake, measuredFrom) : wake;
      wake = ending ? Math.min(wake, now + POLL_NANOS) : Math.min(wake, Math.max(end, now));
      clock.waitUntil(begin + wake, () -> !ending && stopped);
    }
    return before == null ? Marks.take(workload, machine) : before;
  }

  private void closeSecondsBefore(long now) {
    crew.handOver();
    while ((recording.closedSeconds() + 1) * SECOND <= now) {
      closeSecond(phase(recording.closedSeconds()));
    }
  }

  private void closeSecond(SecondSample.Phase phase) {
    Recording.Closed closed = recording.close(phase, machine.sinceLast(), crew.busy());
    series.add(closed.sample());
    listener.second(closed.sample(), closed.responses(), closed.notAnswered());
  }

  private SecondSample.Phase phase(int second) {
    if (second * SECOND < measuredFrom) {
      return SecondSample.Phase.WARM_UP;
    }
    return second * SECOND < end ? SecondSample.Phase.MEASURED : SecondSample.Phase.DRAIN;
  }

  /** Returns the waiting times so far of the operations that were due and have not ended. */
  private Histogram waits(long now, long windowEnd) {
    Waits waits = new Waits(recording, now);
    crew.underWay().forEach(intended -> waits.add(intended, 1));
    if (!(spec.drive() instanceof Drive.Closed)) {
      waits.addNotTaken(schedule, spec.drive(), windowEnd);
    }
    return waits.histogram();
  }

  /** Ends the run soon: no further operation starts. May be called by any thread, at any time. */
  public void stop() {
    interrupted = true;
    endWorkers();
  }

  private void breakOff(Throwable cause) {
    broken = cause;
    endWorkers();
  }

  private synchronized void endWorkers() {
    if (!stopped) {
      stoppedNanos = clock.nanos();
      stopped = true;
    }
    Crew started = crew;
    if (started != null) {
      started.unpark();
    }
  }
}
