package org.portolan.bench.search;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.portolan.bench.api.Text;
import org.portolan.bench.search.Judgement.Verdict;
import org.portolan.bench.search.SearchResult.End;
import org.portolan.bench.search.Step.Purpose;

/**
 * Searches for the highest load at which a share of requests is answered within a limit. The search
 * doubles or halves a first load until one load passes and one fails, bisects the interval between
 * them, and runs the answer once more. Every verdict comes from a confidence interval. If a load
 * can be judged neither as pass nor as fail, it is probed longer; if that does not help, it stays
 * inside the answer, which is an interval. A probe that says nothing because the generator was late
 * is repeated before it ends the search. Used by one thread; each object searches once.
 */
public final class LoadSearch {
  /**
   * Enough to bracket and bisect any load up to a million; a search with more steps makes no
   * progress.
   */
  private static final int STEPS_MAX = 100;

  private static final int CONFIRMING_FACTOR = 2;

  private final SearchSpec spec;
  private final ProbeTarget target;
  private final SearchListener listener;
  private final Plan plan;
  private final List<Step> steps = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private boolean interrupted;

  public LoadSearch(SearchSpec spec, ProbeTarget target, SearchListener listener) {
    this.spec = spec;
    this.target = target;
    this.listener = listener;
    this.plan = new Plan(spec);
  }

  /**
   * Searches.
   *
   * @return the answer; if a probe was interrupted, the answer so far
   */
  public SearchResult run() {
    while (!interrupted && steps.size() < STEPS_MAX) {
      Plan.Next next = plan.next();
      if (next.end().isPresent()) {
        return result(next.end().get());
      }
      if (next.purpose() == Purpose.CONFIRM) {
        confirm(plan.level(next.load()));
      } else {
        decide(plan.level(next.load()), next.purpose());
      }
    }
    return result(interrupted ? End.INTERRUPTED : End.UNSTEADY);
  }

  /** Probes a load until it passes or fails, or the time for it is used up. */
  private void decide(Level level, Purpose purpose) {
    Duration longest = level.probed().plus(spec.probe().multipliedBy(spec.longest()));
    Duration length = spec.probe();
    Purpose why = purpose;
    Verdict verdict = Verdict.UNDECIDED;
    while (verdict == Verdict.UNDECIDED && !length.isZero()) {
      if (!probe(level, why, length)) {
        return;
      }
      verdict = level.verdict();
      if (level.clientBound()) {
        why = Purpose.REPEAT;
        continue;
      }
      Duration left = longest.minus(level.probed());
      length = left.compareTo(level.probed()) < 0 ? left : level.probed();
      why = Purpose.LONGER;
    }
  }

  private void confirm(Level level) {
    Duration length = spec.probe().multipliedBy(Math.min(CONFIRMING_FACTOR, spec.longest()));
    if (probe(level, Purpose.CONFIRM, length)
        && level.verdict() != Verdict.PASS
        && level.verdict() != Verdict.CLIENT_BOUND) {
      notes.add(spec.by().text(level.load()) + " passed, but did not pass the confirming run");
    }
  }

  /**
   * Probes a load once.
   *
   * @return whether the probe counts; an interrupted one does not, since it is shorter than
   *     requested
   */
  private boolean probe(Level level, Purpose purpose, Duration length) {
    int number = steps.size() + 1;
    ProbeTarget.Settled settled = target.settle();
    if (!settled.calm()) {
      notes.add("before probe " + number + " the store did not settle: " + settled.text());
    }
    listener.begins(number, purpose, level.load(), length);
    ProbeOutcome outcome = target.probe(number, level.load(), length);
    if (outcome.interrupted()) {
      interrupted = true;
      return false;
    }
    Step step = new Step(number, purpose, settled, outcome, level.add(spec, outcome, purpose));
    steps.add(step);
    listener.ended(step, result(End.RUNNING));
    return true;
  }

  private SearchResult result(End end) {
    List<String> all = new ArrayList<>(notes);
    OptionalDouble fails = plan.fails();
    for (double load : plan.passedAboveFails()) {
      all.add(
          Text.format(
              "%s passes although %s fails: the answer is the limit up to which nothing"
                  + " failed",
              spec.by().text(load), spec.by().text(fails.orElseThrow())));
    }
    OptionalDouble passes = plan.passes();
    boolean confirmed = passes.isPresent() && plan.level(passes.getAsDouble()).confirmed();
    return new SearchResult(spec, passes, fails, confirmed, end, all, steps);
  }
}
