package org.portolan.bench.search;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.portolan.bench.search.Judgement.Verdict;

/** One load and what is known of it. Used by the search's thread. */
final class Level {
  private final double load;
  private final List<ProbeOutcome> outcomes = new ArrayList<>();
  private Judgement judgement;
  private boolean confirmed;
  private boolean triedAgain;

  Level(double load) {
    this.load = load;
  }

  double load() {
    return load;
  }

  /** Returns what may be said of it; undecided before the first probe. */
  Verdict verdict() {
    return judgement == null ? Verdict.UNDECIDED : judgement.verdict();
  }

  boolean confirmed() {
    return confirmed;
  }

  /** Returns whether it failed by little: most requests were in time and none failed otherwise. */
  boolean mild() {
    return judgement.share() > 0.5
        && outcomes.stream().allMatch(outcome -> outcome.failures() == 0);
  }

  boolean triedAgain() {
    return triedAgain;
  }

  /** Returns for how long it was probed, all together. */
  Duration probed() {
    return outcomes.stream().map(ProbeOutcome::length).reduce(Duration.ZERO, Duration::plus);
  }

  /** Adds a probe to the evidence. */
  Judgement add(SearchSpec spec, ProbeOutcome outcome, Step.Purpose purpose) {
    outcomes.add(outcome);
    judgement = Judgement.of(spec, outcomes);
    triedAgain |= purpose == Step.Purpose.AGAIN;
    return judgement;
  }

  /**
   * Adds a confirming run: what it says alone counts, unless it is undecided.
   *
   * @return what it says
   */
  Judgement confirm(SearchSpec spec, ProbeOutcome outcome) {
    Judgement alone = Judgement.of(spec, List.of(outcome));
    outcomes.add(outcome);
    judgement = alone.verdict() == Verdict.UNDECIDED ? Judgement.of(spec, outcomes) : alone;
    confirmed = judgement.verdict() == Verdict.PASS;
    return judgement;
  }
}
