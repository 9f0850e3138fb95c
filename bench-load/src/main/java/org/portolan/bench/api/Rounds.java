package org.portolan.bench.api;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Measures variants side by side. Each round measures every variant once and begins with a
 * different one, so other work of the machine disturbs all variants equally.
 */
public final class Rounds {

  private final int warmUp;
  private final int rounds;

  /**
   * @param warmUp the number of rounds that are run first and thrown away
   * @param rounds the number of measured rounds
   */
  public Rounds(int warmUp, int rounds) {
    if (warmUp < 0 || rounds < 1) {
      throw new IllegalArgumentException(
          "a benchmark needs at least one round, and the number of warm-up rounds must not be"
              + " negative");
    }
    this.warmUp = warmUp;
    this.rounds = rounds;
  }

  /** Returns the rounds that the parameters {@code warm-up} and {@code rounds} ask for. */
  public static Rounds of(BenchOptions options) {
    return new Rounds(options.integer("warm-up"), options.integer("rounds"));
  }

  /**
   * Runs all rounds.
   *
   * @param variants different ones, in the order of the first measured round
   * @param measure measures a variant once
   * @return the results of each variant, by round
   */
  public <K, R> Map<K, List<R>> run(Collection<K> variants, Function<K, R> measure) {
    List<K> ordered = List.copyOf(variants);
    Map<K, List<R>> results = new LinkedHashMap<>();
    ordered.forEach(variant -> results.put(variant, new ArrayList<>(rounds)));
    for (int round = -warmUp; round < rounds; round++) {
      for (int turn = 0; turn < ordered.size(); turn++) {
        K variant = ordered.get(Math.floorMod(turn + round, ordered.size()));
        R result = measure.apply(variant);
        if (round >= 0) {
          results.get(variant).add(result);
        }
      }
    }
    return results;
  }
}
