package org.portolan.bench.evolve;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.Text;
import org.portolan.data.EvolveOptions;
import org.portolan.data.EvolvePace;
import org.portolan.data.Store;
import org.portolan.data.plan.EvolutionFigures;
import org.portolan.design.Design;
import org.portolan.design.evolve.Renames;
import org.portolan.design.evolve.StoreFigures;
import org.portolan.design.evolve.StoreFigures.Units;
import org.portolan.engine.Engines;

/** Changes of one store while its users go on. */
final class EvolveRun {
  private static final Duration ESTIMATING_MAX = Duration.ofSeconds(10);

  private final Store store;
  private final Design base;
  private final Stream reads;
  private final Stream edits;
  private final Duration phase;

  /**
   * @param base the design of the store, before each change and after the way back
   * @param phase the time that is measured before and after a change
   */
  EvolveRun(Store store, Design base, Stream reads, Stream edits, Duration phase) {
    this.store = store;
    this.base = base;
    this.reads = reads;
    this.edits = edits;
    this.phase = phase;
  }

  /** Makes a change at a pace, measures it, and takes it back at full speed. */
  Measured measure(IndexChange change, EvolvePace pace) {
    Design target = change.after(base);
    double least = least(target, change.index());
    long start = System.nanoTime();
    double bytesStart = bytes();
    pause();
    long begun = System.nanoTime();
    double bytesBegun = bytes();
    evolve(target, pace);
    long ended = System.nanoTime();
    pause();
    long end = System.nanoTime();
    double bytesEnd = bytes();
    // The load tells of a second when it is over.
    pause(Duration.ofSeconds(1));
    Measured measured =
        new Measured(
            seconds(begun, ended),
            part(start, begun),
            part(begun, ended),
            part(ended, end),
            bytesEnd
                - bytesBegun
                - (bytesBegun - bytesStart) / seconds(start, begun) * seconds(begun, end),
            least);
    evolve(base, EvolvePace.FULL);
    pause(Duration.ofSeconds(1));
    return measured;
  }

  private void evolve(Design target, EvolvePace pace) {
    List<String> made = store.evolve(target, EvolveOptions.DEFAULT.paced(pace));
    if (made.isEmpty()) {
      throw new BenchmarkFailedException(
          Text.format("%s has the design already that was to be made", store.uri()));
    }
  }

  private Measured.Part part(long from, long to) {
    return new Measured.Part(reads.between(from, to), edits.between(from, to));
  }

  private static double bytes() {
    OptionalLong now = WrittenBytes.now();
    return now.isPresent() ? now.getAsLong() : Double.NaN;
  }

  private static double seconds(long from, long to) {
    return (to - from) / 1e9;
  }

  /** Returns the estimated bytes of the entries of an index. */
  private double least(Design target, String index) {
    Map<String, Units> lists =
        EvolutionFigures.of(
                store,
                target,
                Renames.NONE,
                Set.of("page"),
                Engines.ofUri(store.uri()),
                ESTIMATING_MAX,
                System::nanoTime)
            .figures()
            .givenLists();
    return Optional.ofNullable(lists.get(StoreFigures.index(index)))
        .map(Units::bytes)
        .filter(OptionalLong::isPresent)
        .map(found -> (double) found.getAsLong())
        .orElse(Double.NaN);
  }

  private void pause() {
    pause(phase);
  }

  static void pause(Duration time) {
    try {
      TimeUnit.NANOSECONDS.sleep(time.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchmarkFailedException("the benchmark was interrupted", e);
    }
  }
}
