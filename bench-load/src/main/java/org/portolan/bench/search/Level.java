package org.portolan.bench.search;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.bench.search.Judgement.Verdict;
import org.portolan.bench.search.Step.Purpose;

/** One load and the evidence about it. Used by the search's thread. */
final class Level {
  /**
   * A generator that is late once was disturbed; if it is late this many times in a row, it is too
   * slow.
   */
  private static final int CLIENT_BOUND_IN_A_ROW_MAX = 3;

  private final double load;
  private final List<ProbeOutcome> outcomes = new ArrayList<>();
  private Judgement judgement;
  private boolean confirmed;
  private boolean triedAgain;
  private int clientBoundInARow;

  Level(double load) {
    this.load = load;
  }

  double load() {
    return load;
  }

  /** Returns the verdict on this load; undecided before the first probe. */
  Verdict verdict() {
    if (clientBoundInARow == CLIENT_BOUND_IN_A_ROW_MAX) {
      return Verdict.CLIENT_BOUND;
    }
    return judgement == null ? Verdict.UNDECIDED : judgement.verdict();
  }

  boolean confirmed() {
    return confirmed;
  }

  /**
   * Returns whether this load failed narrowly: most requests were in time, and none failed
   * otherwise.
   */
  boolean mild() {
    return judgement.share() > 0.5
        && outcomes.stream().allMatch(outcome -> outcome.failures() == 0);
  }

  boolean triedAgain() {
    return triedAgain;
  }

  /**
   * Returns whether the generator was the limit of the last probe, so that the probe is no
   * evidence.
   */
  boolean clientBound() {
    return clientBoundInARow > 0;
  }

  /** Returns the total time of all probes that count as evidence. */
  Duration probed() {
    return outcomes.stream().map(ProbeOutcome::length).reduce(Duration.ZERO, Duration::plus);
  }

  /**
   * Adds a probe to the evidence, if its generator was not the limit. For a confirming run its own
   * verdict counts, unless that is undecided.
   *
   * @return the verdict, or that the generator was the limit
   */
  Judgement add(SearchSpec spec, ProbeOutcome outcome, Purpose purpose) {
    Optional<Judgement> slowGenerator =
        outcome.clientBound().map(reason -> Judgement.withSlowGenerator(spec, outcome, reason));
    boolean nothing =
        slowGenerator.isPresent() && slowGenerator.get().verdict() == Verdict.CLIENT_BOUND;
    clientBoundInARow = nothing ? clientBoundInARow + 1 : 0;
    if (nothing) {
      return slowGenerator.get();
    }
    outcomes.add(outcome);
    judgement = Judgement.of(spec, outcomes);
    if (purpose == Purpose.CONFIRM) {
      Judgement alone = slowGenerator.orElseGet(() -> Judgement.of(spec, List.of(outcome)));
      judgement = alone.verdict() == Verdict.UNDECIDED ? judgement : alone;
      confirmed = judgement.verdict() == Verdict.PASS;
    } else if (slowGenerator.isPresent() && judgement.reason().isEmpty()) {
      judgement = judgement.because(slowGenerator.get().reason());
    }
    triedAgain |= purpose == Purpose.AGAIN;
    return judgement;
  }
}
