package org.portolan.bench.contention;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Text;
import org.portolan.bench.load.Latencies;
import org.portolan.bench.system.ClientProcesses;

/**
 * One run: processes of writers for a time, one of them killed now and then, each in its turn.
 *
 * @param edits all edits, those of the warm-up included
 * @param kills the moments before the kills, by the wall clock
 * @param beginMicros the moment before the first process was started
 * @param fromMicros the beginning of the measured time
 * @param toMicros its end; edits under way then still end
 */
record ContendedRun(
    List<OneEdit> edits,
    List<Long> kills,
    long beginMicros,
    long fromMicros,
    long toMicros,
    WriterCounts counts,
    List<String> messages) {
  private static final long POLL_MILLIS = 100;

  /**
   * How long the processes write.
   *
   * @param killEvery the time between kills; zero for none
   */
  record Timing(Duration warmUp, Duration measured, Duration killEvery) {}

  /**
   * Runs the writers.
   *
   * @param processes their number at any time, apart from the start of a replacement
   * @throws BenchmarkFailedException if a process ended by itself
   */
  static ContendedRun of(
      WriterProgram.Plan plan,
      int processes,
      Timing timing,
      List<String> javaOptions,
      LiveLine live) {
    Journal journal = new Journal();
    List<Long> kills = new ArrayList<>();
    long begin = nowMicros();
    long from;
    long to;
    try (ClientProcesses clients =
        new ClientProcesses(
            processes, number -> plan.start(number, javaOptions), Duration.ZERO, journal)) {
      journal.awaitReady(processes);
      from = nowMicros() + micros(timing.warmUp());
      to = from + micros(timing.measured());
      long killEvery = micros(timing.killEvery());
      long nextKill = killEvery == 0 ? Long.MAX_VALUE : from + killEvery;
      for (long now = nowMicros(); now < to; now = nowMicros()) {
        journal.requireUnbroken();
        if (now >= nextKill) {
          clients.kill(kills.size() % processes);
          if (clients.kills() > kills.size()) {
            kills.add(now);
          }
          nextKill += killEvery;
        }
        live.show(Text.format("%s edits", journal.edits().size()));
        sleep(Math.min(POLL_MILLIS, Math.max(1, (Math.min(to, nextKill) - now) / 1_000)));
      }
    }
    journal.requireUnbroken();
    return new ContendedRun(
        journal.edits(), List.copyOf(kills), begin, from, to, journal.counts(), journal.messages());
  }

  private static long nowMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  private static long micros(Duration time) {
    return time.toNanos() / 1_000;
  }

  private static void sleep(long millis) {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchmarkFailedException("the benchmark was interrupted", e);
    }
  }

  /** Returns the edits that began in the measured time. */
  Stream<OneEdit> measured() {
    return edits.stream()
        .filter(edit -> edit.beginMicros() >= fromMicros && edit.beginMicros() < toMicros);
  }

  long measured(EditEnd end) {
    return measured().filter(edit -> edit.end() == end).count();
  }

  long givenUp() {
    return measured().filter(edit -> edit.end().givenUp()).count();
  }

  double givenUpPercent() {
    return 100.0 * givenUp() / Math.max(1, measured().count());
  }

  /** Returns the number of edits that failed otherwise, for example without an answer in time. */
  long failed() {
    return measured().filter(edit -> edit.end().failure()).count();
  }

  double savedPerSecond() {
    return measured(EditEnd.SAVED) / ((toMicros - fromMicros) / 1e6);
  }

  /** Returns the times of the measured edits, whatever their end. */
  Histogram times() {
    Histogram times = Latencies.histogram();
    measured().forEach(edit -> Latencies.record(times, edit.nanos()));
    return times;
  }

  /**
   * Returns the longest time, in milliseconds, from a kill to the end of an edit of another process
   * that was under way at the kill; 0 without kills.
   */
  double heldUpMillis() {
    return longest(kills.stream().mapToLong(at -> heldUpMicros(at)));
  }

  private long heldUpMicros(long at) {
    return edits.stream()
        .filter(edit -> edit.beginMicros() <= at && edit.endMicros() > at)
        .mapToLong(edit -> edit.endMicros() - at)
        .max()
        .orElse(0);
  }

  /**
   * Returns the longest time, in milliseconds, after any kill until an edit was acknowledged; 0
   * without kills.
   */
  double silenceMillis() {
    return longest(kills.stream().mapToLong(at -> silenceMicros(at)));
  }

  private long silenceMicros(long at) {
    return edits.stream()
        .filter(edit -> edit.end() == EditEnd.SAVED && edit.endMicros() >= at)
        .mapToLong(edit -> edit.endMicros() - at)
        .min()
        .orElse(0);
  }

  private static double longest(LongStream micros) {
    return micros.max().orElse(0) / 1e3;
  }
}
