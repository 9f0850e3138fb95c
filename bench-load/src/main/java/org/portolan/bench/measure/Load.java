package org.portolan.bench.measure;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntSupplier;
import org.portolan.bench.api.BenchmarkFailedException;

/** Threads that do something over and over for a given time. */
public final class Load {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private Load() {}

  /**
   * What was done.
   *
   * @param units the sum of what the steps returned
   * @param seconds from the first begin to the last end
   * @param processorSeconds the time that the threads had a processor, all together: what other
   *     processes take away from {@code seconds} is not in it, nor is garbage collection
   */
  public record Done(long units, double seconds, double processorSeconds) {
    public double perSecond() {
      return units / seconds;
    }

    public double perProcessorSecond() {
      return units / processorSeconds;
    }
  }

  private record Part(long units, long processorNanos) {}

  /**
   * Runs each step over and over in a thread of its own, and at least once.
   *
   * @param milliseconds after which no step is begun any more
   * @throws BenchmarkFailedException if a step threw; nothing is then known of the others
   */
  public static Done run(List<IntSupplier> steps, long milliseconds) {
    ExecutorService threads = Executors.newFixedThreadPool(steps.size());
    try {
      long start = System.nanoTime();
      long end = start + milliseconds * 1_000_000;
      List<Future<Part>> parts = new ArrayList<>();
      for (IntSupplier step : steps) {
        parts.add(threads.submit(() -> repeat(step, end)));
      }
      long units = 0;
      long processorNanos = 0;
      for (Future<Part> part : parts) {
        units += part.get().units;
        processorNanos += part.get().processorNanos;
      }
      return new Done(units, (System.nanoTime() - start) / 1e9, processorNanos / 1e9);
    } catch (ExecutionException e) {
      throw new BenchmarkFailedException(
          "an operation failed, so nothing was measured: " + e.getCause().getMessage(),
          e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchmarkFailedException("the benchmark was interrupted", e);
    } finally {
      threads.shutdownNow();
    }
  }

  private static Part repeat(IntSupplier step, long end) {
    long units = 0;
    long before = THREADS.getCurrentThreadCpuTime();
    do {
      units += step.getAsInt();
    } while (System.nanoTime() < end && !Thread.currentThread().isInterrupted());
    return new Part(units, THREADS.getCurrentThreadCpuTime() - before);
  }
}
