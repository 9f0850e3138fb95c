package org.portolan.data.internal.auto;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.portolan.data.internal.auto.IndexUse.Sums;
import org.portolan.data.internal.auto.IndexUses.Writes;
import org.portolan.design.cost.EngineCosts;
import org.portolan.design.index.IndexLayout;

/**
 * An index under a known load in virtual time: each write meets a known number of other writers, so
 * that the best layout is known. The policy sees only what would be counted.
 */
final class ContendedIndex {
  private static final double WINDOW_SECONDS = 60;

  final List<Long> moved = new ArrayList<>();
  final List<Move> moves = new ArrayList<>();
  long now;
  IndexLayout layout;
  String words = "";
  private final SplittableRandom random;
  private final EngineCosts costs;
  private final AutoLayout policy;
  private final List<IndexLayout> layouts;
  private final UseWindows windows = new UseWindows();
  private AutoHistory history = AutoHistory.NONE;

  // The load.
  double reads;
  double membersOfPage = 50;
  double committed;
  double exposure;
  double attemptMillis;
  double members = 100;
  double values = 1;
  double memberBytes = 30;
  ToDoubleFunction<IndexLayout> writeMillis = any -> 100;
  ToLongFunction<IndexLayout> writes = any -> 1_000;
  ToDoubleFunction<IndexLayout> places = this::placesByModel;

  ContendedIndex(
      long seed,
      EngineCosts costs,
      IndexLayout beginning,
      List<IndexLayout> layouts,
      long bytesPerHour) {
    this.random = new SplittableRandom(seed);
    this.costs = costs;
    this.policy = new AutoLayout(costs, bytesPerHour);
    this.layout = beginning;
    this.layouts = layouts;
    this.attemptMillis = 2 * costs.commit();
  }

  /** Returns the number of places of the model. */
  double placesByModel(IndexLayout of) {
    return of.cost(truth().content()).writersWithoutConflict();
  }

  private UseProfile truth() {
    return new UseProfile(
        reads,
        membersOfPage,
        committed,
        0,
        attemptMillis,
        members,
        memberBytes,
        1,
        0,
        0,
        Double.MAX_VALUE,
        Double.MAX_VALUE,
        0);
  }

  /** Returns what a layout truly costs under the present load. */
  double cost(IndexLayout of) {
    double again = LayoutCosts.again(exposure, places.applyAsDouble(of));
    LayoutCosts model = new LayoutCosts(costs);
    return model.of(of, truth(), 0) + committed * again * attemptMillis;
  }

  double best() {
    return layouts.stream().mapToDouble(this::cost).min().orElseThrow();
  }

  /** Lets windows pass. */
  void pass(long count) {
    for (long window = 0; window < count; window++) {
      now++;
      windows.add(
          sums(),
          new Writes(
              writes.applyAsLong(layout),
              Math.round(1e6 * writes.applyAsLong(layout) * writeMillis.applyAsDouble(layout))),
          WINDOW_SECONDS,
          1,
          members,
          memberBytes);
      AutoLayout.Decision decision =
          policy.decide(
              windows.profile(0), layout, layouts, history, now, () -> (long) (members * values));
      history = decision.history();
      words = decision.words();
      Optional<Move> move = decision.move();
      if (move.isPresent()) {
        layout = move.get().to();
        moves.add(move.get());
        moved.add(now);
        windows.clear();
      }
    }
  }

  private Sums sums() {
    long writes = noisy(committed * WINDOW_SECONDS);
    long again = noisy(writes * LayoutCosts.again(exposure, places.applyAsDouble(layout)));
    long pages = noisy(reads * WINDOW_SECONDS);
    return new Sums(
        pages,
        Math.round(pages * membersOfPage),
        writes + again,
        0,
        0,
        again,
        Math.round(again * attemptMillis * 1e6));
  }

  /** Returns a random number around a mean, as independent events would give it, and a load. */
  private long noisy(double mean) {
    double load = 0.8 + 0.4 * random.nextDouble();
    double sum = 0;
    for (int draw = 0; draw < 12; draw++) {
      sum += random.nextDouble();
    }
    double of = mean * load;
    return Math.max(0, Math.round(of + (sum - 6) * Math.sqrt(of)));
  }
}
