package org.portolan.bench.search;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.portolan.bench.search.Judgement.Verdict;
import org.portolan.bench.search.SearchResult.End;
import org.portolan.bench.search.Step.Purpose;

/**
 * Decides which load to try next, from the verdicts on all loads tried so far. Used by the search's
 * thread.
 *
 * <p>The ends of the answer are the lowest load that failed and the highest below it that passed.
 * After a load that failed narrowly, one higher load is tried once; if that one passes, the first
 * is tried again. So a disturbance is not taken for the limit, and the report can say that a store
 * passes above a load that fails.
 */
final class Plan {
  /** The lowest load; if it fails, the search gives up. */
  static final double LEAST = 1;

  private final SearchSpec spec;
  private final NavigableMap<Double, Level> levels = new TreeMap<>();
  private boolean lookedAbove;

  Plan(SearchSpec spec) {
    this.spec = spec;
  }

  /** The next load to try, or the end of the search. */
  record Next(double load, Purpose purpose, Optional<End> end) {
    static Next probe(double load, Purpose purpose) {
      return new Next(load, purpose, Optional.empty());
    }

    static Next end(End end) {
      return new Next(0, Purpose.CONFIRM, Optional.of(end));
    }
  }

  Level level(double load) {
    return levels.computeIfAbsent(load, Level::new);
  }

  /** Returns the lowest load that failed. */
  OptionalDouble fails() {
    return loads(Verdict.FAIL).stream().mapToDouble(Double::doubleValue).findFirst();
  }

  /** Returns the highest load that passed below all loads that failed. */
  OptionalDouble passes() {
    double below = fails().orElse(Double.POSITIVE_INFINITY);
    return loads(Verdict.PASS).stream()
        .mapToDouble(Double::doubleValue)
        .filter(load -> load < below)
        .max();
  }

  /** Returns the loads that passed although a lower one fails. */
  List<Double> passedAboveFails() {
    double above = fails().orElse(Double.POSITIVE_INFINITY);
    return loads(Verdict.PASS).stream().filter(load -> load > above).toList();
  }

  private List<Double> loads(Verdict verdict) {
    List<Double> loads = new ArrayList<>();
    for (Level level : levels.values()) {
      if (level.verdict() == verdict) {
        loads.add(level.load());
      }
    }
    return loads;
  }

  Next next() {
    if (levels.isEmpty()) {
      return Next.probe(Loads.near(spec.by(), spec.start()), Purpose.BRACKET);
    }
    if (!loads(Verdict.CLIENT_BOUND).isEmpty()) {
      return Next.end(End.CLIENT_BOUND);
    }
    OptionalDouble fails = fails();
    OptionalDouble passes = passes();
    Optional<Next> again = fails.isPresent() ? again(level(fails.getAsDouble())) : Optional.empty();
    if (again.isPresent()) {
      return again.get();
    }
    if (passes.isEmpty()) {
      return lower(levels.firstKey());
    }
    if (fails.isEmpty()) {
      return higher(levels.lastKey(), passes.getAsDouble());
    }
    return narrower(passes.getAsDouble(), fails.getAsDouble());
  }

  /** A load that failed narrowly is not accepted as the limit before a higher one was tried. */
  private Optional<Next> again(Level failed) {
    if (!passedAboveFails().isEmpty()) {
      return failed.triedAgain()
          ? Optional.empty()
          : Optional.of(Next.probe(failed.load(), Purpose.AGAIN));
    }
    double above = Loads.near(spec.by(), failed.load() * 2);
    boolean highest = levels.higherKey(failed.load()) == null;
    if (lookedAbove || !failed.mild() || !highest || above > spec.most()) {
      return Optional.empty();
    }
    lookedAbove = true;
    return Optional.of(Next.probe(above, Purpose.ABOVE));
  }

  private Next lower(double lowest) {
    if (lowest <= LEAST) {
      return Next.end(End.NOTHING_PASSES);
    }
    return Next.probe(Math.max(LEAST, Loads.near(spec.by(), lowest / 2)), Purpose.BRACKET);
  }

  private Next higher(double highest, double passes) {
    if (highest >= spec.most()) {
      return level(passes).confirmed()
          ? Next.end(End.EVERYTHING_PASSES)
          : Next.probe(passes, Purpose.CONFIRM);
    }
    return Next.probe(Math.min(spec.most(), Loads.near(spec.by(), highest * 2)), Purpose.BRACKET);
  }

  private Next narrower(double passes, double fails) {
    // Undecided loads between the two are not tried again; only the gaps below and above them are.
    double before = passes;
    double widest = 0;
    OptionalDouble middle = OptionalDouble.empty();
    for (double load : levels.subMap(passes, false, fails, true).keySet()) {
      double gap = load - before;
      boolean atAnEnd = before == passes || load == fails;
      if (atAnEnd && gap > spec.width() * fails && gap > widest) {
        OptionalDouble between = Loads.between(spec.by(), before, load);
        if (between.isPresent()) {
          widest = gap;
          middle = between;
        }
      }
      before = load;
    }
    if (middle.isPresent()) {
      return Next.probe(middle.getAsDouble(), Purpose.BISECT);
    }
    return level(passes).confirmed() ? Next.end(End.FOUND) : Next.probe(passes, Purpose.CONFIRM);
  }
}
