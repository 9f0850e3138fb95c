package org.portolan.bench.calibration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Rounds;
import org.portolan.bench.statistics.Spread;
import org.portolan.design.cost.EngineCosts;

/**
 * Measures what the work of an engine costs, on a store that it creates, fills and removes.
 *
 * <p>One client reads and writes, one path after the other; the paths take turns in rounds. The
 * time of a turn is the median of its executions, since a pause of a server or of Java is not what
 * a unit of work costs, and the time of a path is the median of its turns.
 */
public final class Calibration {
  /** The parts of the rounds from which costs are derived separately, to show their spread. */
  public static final int PARTS = 5;

  private Calibration() {}

  /**
   * How long it measures.
   *
   * @param rounds at least 5
   * @param turnMillis how long a path is executed in each round
   */
  public record Plan(int warmUp, int rounds, int turnMillis) {
    public Plan {
      if (rounds < PARTS || turnMillis < 1) {
        throw new IllegalArgumentException(
            "a calibration needs at least " + PARTS + " rounds and turns of a millisecond");
      }
    }
  }

  /**
   * A path and its time.
   *
   * @param fitted whether the costs were derived from it
   * @param predictedMillis what the costs say
   */
  public record PathResult(String name, boolean fitted, Spread millis, double predictedMillis) {
    /** Returns how far the prediction is from the measured time, in percent of the latter. */
    public double errorPercent() {
      return 100 * Math.abs(predictedMillis - millis.median()) / millis.median();
    }
  }

  /**
   * What was measured.
   *
   * @param server the engine's own name and version
   * @param parts the costs that parts of the rounds give
   */
  public record Result(
      String server, EngineCosts costs, List<EngineCosts> parts, List<PathResult> paths) {
    public Result {
      parts = List.copyOf(parts);
      paths = List.copyOf(paths);
    }

    /** Returns the mean error of the paths from which no cost was derived. */
    public double errorPercent() {
      return paths.stream()
          .filter(path -> !path.fitted())
          .mapToDouble(PathResult::errorPercent)
          .average()
          .orElseThrow();
    }
  }

  /**
   * Measures.
   *
   * @param uri of a store that does not exist; its tables are removed at the end
   * @throws IllegalArgumentException if the store exists
   */
  public static Result run(String uri, Plan plan, LiveLine live) {
    try (CalibrationStore store = CalibrationStore.fill(uri, live)) {
      List<Timed> paths = store.timed().toList();
      int turns = (plan.warmUp() + plan.rounds()) * paths.size();
      int[] done = {0};
      return result(
          store,
          new Rounds(plan.warmUp(), plan.rounds())
              .run(
                  paths,
                  path -> {
                    live.show("turn " + ++done[0] + " of " + turns + ": " + path.name());
                    return path.turn(plan.turnMillis());
                  }));
    }
  }

  /**
   * Returns what was measured.
   *
   * @param measured the milliseconds of each path of the store by round, in at least five rounds;
   *     what else was measured in the same rounds does not count
   */
  public static Result result(CalibrationStore store, Map<Timed, List<Double>> measured) {
    Map<CalibrationPath, List<Double>> ofPaths = new LinkedHashMap<>();
    store.paths().forEach(path -> ofPaths.put(path.path(), measured.get(path)));
    int rounds = ofPaths.values().iterator().next().size();
    EngineCosts costs = fit(ofPaths, IntStream.range(0, rounds).toArray());
    List<EngineCosts> parts = new ArrayList<>();
    for (int part = 0; part < PARTS; part++) {
      int first = part;
      parts.add(
          fit(
              ofPaths,
              IntStream.range(0, rounds).filter(round -> round % PARTS == first).toArray()));
    }
    List<PathResult> paths = new ArrayList<>();
    ofPaths.forEach(
        (path, millis) ->
            paths.add(
                new PathResult(
                    path.name(),
                    path.fitted(),
                    Spread.of(millis, Double::doubleValue),
                    path.work().millis(costs))));
    return new Result(store.server(), costs, parts, paths);
  }

  private static EngineCosts fit(Map<CalibrationPath, List<Double>> measured, int[] rounds) {
    List<Observation> observations = new ArrayList<>();
    measured.forEach(
        (path, millis) -> {
          if (path.fitted()) {
            double[] some = Arrays.stream(rounds).mapToDouble(millis::get).toArray();
            observations.add(new Observation(path.work(), Spread.of(some).median()));
          }
        });
    return CostsFit.of(observations);
  }
}
