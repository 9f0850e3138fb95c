package org.portolan.bench.load;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The thread of one worker: takes the next start, waits for it, performs the operation, records it.
 * Any free worker takes the next start, so no operation waits for one worker while another is idle.
 */
final class WorkerLoop implements Runnable {
  private static final long IDLE = -1;

  private final Worker worker;
  private final Schedule schedule;
  private final Clock clock;
  private final long beginNanos;
  private final BooleanSupplier stopped;
  private final Samples samples;
  private final Recording recording;
  private final Troubles troubles;
  private final List<String> operations;
  private final Consumer<Throwable> broken;
  private final AtomicLong underWay = new AtomicLong(IDLE);
  private volatile boolean ended;

  WorkerLoop(
      Worker worker,
      Schedule schedule,
      Clock clock,
      long beginNanos,
      BooleanSupplier stopped,
      Recording recording,
      Troubles troubles,
      List<String> operations,
      Consumer<Throwable> broken) {
    this.worker = worker;
    this.schedule = schedule;
    this.clock = clock;
    this.beginNanos = beginNanos;
    this.stopped = stopped;
    this.samples = new Samples(recording);
    this.recording = recording;
    this.troubles = troubles;
    this.operations = operations;
    this.broken = broken;
  }

  @Override
  public void run() {
    try (worker) {
      perform();
    } catch (Throwable e) {
      broken.accept(e);
    } finally {
      ended = true;
    }
  }

  boolean ended() {
    return ended;
  }

  private void perform() {
    long freeSince = 0;
    while (!stopped.getAsBoolean()) {
      long intended = schedule.next(freeSince);
      if (intended == Schedule.END) {
        return;
      }
      long start = clock.nanos() - beginNanos;
      if (start < intended) {
        clock.waitUntil(beginNanos + intended, stopped);
        start = clock.nanos() - beginNanos;
        if (start < intended) {
          return;
        }
      }
      underWay.lazySet(intended);
      Outcome performed = outcome(worker::perform);
      long end = clock.nanos() - beginNanos;
      Outcome outcome = outcome(() -> worker.judge(performed));
      freeSince = clock.nanos() - beginNanos;
      OutcomeKind kind = outcome.kind();
      if (!kind.answered()) {
        troubles.note(outcome, operations.get(outcome.operation()), recording.measured(intended));
      }
      samples.add(outcome.operation(), kind, intended, start, end, freeSince);
      underWay.lazySet(IDLE);
    }
  }

  private static Outcome outcome(Callable<Outcome> act) {
    try {
      return act.call();
    } catch (Exception e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      return Outcome.of(0, e);
    }
  }

  /** Hands to the recording the samples that it does not have yet. */
  void handOver() {
    samples.handOver();
  }

  boolean busy() {
    return underWay.get() != IDLE;
  }

  /** Returns the intended start of the operation under way, negative if there is none. */
  long underWay() {
    return underWay.get();
  }
}
