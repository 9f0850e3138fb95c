package org.portolan.advisor.serve;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.portolan.advisor.infer.Statement;
import org.portolan.design.cost.EngineCosts;

/**
 * How a draft serves a statement.
 *
 * @param steps in order; empty if it is refused
 * @param hops the steps that read rows because rows of another table name them
 * @param notes what the application does itself, and what grows
 * @param refusal why no good design serves it, and what to do instead; empty if one does
 */
public record Served(
    Statement statement,
    List<Step> steps,
    List<Hop> hops,
    List<String> notes,
    Optional<String> refusal) {
  /** What a refused statement costs, so that a draft that serves it is better. */
  private static final double REFUSED_MILLIS = 1_000;

  /**
   * A step from rows of one table to the rows of another that they name by key.
   *
   * @param columns what is read there, without its key
   */
  public record Hop(String from, String to, Set<String> columns, Step step) {
    public Hop {
      columns = Collections.unmodifiableSet(new LinkedHashSet<>(columns));
    }
  }

  /** The weight of a statement that is served in no matter how long. */
  private static final double SERVED_MAX_MILLIS = 900;

  public Served {
    hops = List.copyOf(hops);
    steps = List.copyOf(steps);
    notes = List.copyOf(notes);
  }

  /** Returns a statement that is not served. */
  public static Served refused(Statement statement, String reason) {
    return new Served(statement, List.of(), List.of(), List.of(), Optional.of(reason));
  }

  /** Returns the round trips in sequence. */
  public double trips() {
    return steps.stream().mapToDouble(Step::trips).sum();
  }

  /**
   * Returns the cost of one execution where designs are compared. A statement that is served costs
   * less than one that is refused, however many rows it reads or writes.
   */
  public double weight(EngineCosts costs) {
    double millis = millis(costs);
    return refusal.isPresent() ? millis : Math.min(millis, SERVED_MAX_MILLIS);
  }

  /** Returns the cost of one execution in milliseconds. */
  public double millis(EngineCosts costs) {
    return refusal.isPresent()
        ? REFUSED_MILLIS
        : steps.stream().mapToDouble(step -> step.millis(costs)).sum();
  }
}
