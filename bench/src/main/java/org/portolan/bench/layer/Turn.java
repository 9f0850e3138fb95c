package org.portolan.bench.layer;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.load.LoadGenerator;
import org.portolan.bench.load.LoadResult;
import org.portolan.bench.load.OneOperation;
import org.portolan.bench.load.Outcome;
import org.portolan.bench.load.Worker;

/**
 * The work of threads in one turn of a side.
 *
 * @param rows that were read or written
 * @param seconds from the first begin to the last end
 * @param processorSeconds the processor time of all threads together, without the time of other
 *     processes and of garbage collection
 */
record Turn(long rows, double seconds, double processorSeconds) {
  /**
   * The time for which a thread repeats its step as one operation of the generator. The generator
   * takes some hundred nanoseconds for each operation, too much for a read that takes a
   * microsecond.
   */
  private static final long OPERATION_NANOS = 100_000;

  /**
   * Repeats steps for a time, each in its own thread and at least once.
   *
   * @param steps makes the step of a thread, which returns the number of rows that it read or wrote
   * @throws BenchmarkFailedException if a step threw an exception
   */
  static Turn run(String name, int threads, Duration length, IntFunction<IntSupplier> steps) {
    List<Repeating> workers = new ArrayList<>();
    OneOperation workload =
        new OneOperation(
            name,
            (number, seed) -> {
              Repeating worker = new Repeating(steps.apply(number));
              workers.add(worker);
              return worker;
            });
    LoadResult result = LoadGenerator.turn(workload, threads, length, 0);
    return new Turn(
        workers.stream().mapToLong(worker -> worker.rows).sum(),
        result.seconds(),
        workers.stream().mapToLong(worker -> worker.processorNanos).sum() / 1e9);
  }

  double perSecond() {
    return rows / seconds;
  }

  double perProcessorSecond() {
    return rows / processorSeconds;
  }

  /** Counts in its own thread; its counts are read when the thread has ended. */
  private static final class Repeating implements Worker {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final IntSupplier step;
    private boolean began;
    private long processorBegin;
    private long rows;
    private long processorNanos;

    Repeating(IntSupplier step) {
      this.step = step;
    }

    @Override
    public Outcome perform() {
      if (!began) {
        began = true;
        processorBegin = THREADS.getCurrentThreadCpuTime();
      }
      long end = System.nanoTime() + OPERATION_NANOS;
      do {
        rows += step.getAsInt();
      } while (System.nanoTime() - end < 0);
      return Outcome.ok(0);
    }

    @Override
    public void close() {
      processorNanos = THREADS.getCurrentThreadCpuTime() - processorBegin;
    }
  }
}
