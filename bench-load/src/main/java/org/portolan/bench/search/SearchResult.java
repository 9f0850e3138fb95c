package org.portolan.bench.search;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.portolan.bench.api.Spelled;

/**
 * The answer of a search, or the answer so far: the limit lies between two loads.
 *
 * @param passes the highest load that passed below all loads that failed; empty if none did
 * @param fails the lowest load that failed; empty if none did
 * @param confirmed whether a separate run confirmed {@code passes}
 * @param end how the search ended
 * @param notes further facts that a reader must know, a sentence each
 */
public record SearchResult(
    SearchSpec spec,
    OptionalDouble passes,
    OptionalDouble fails,
    boolean confirmed,
    End end,
    List<String> notes,
    List<Step> steps) {

  /** How a search ended. */
  public enum End implements Spelled {
    /** The search goes on, or its process was killed. */
    RUNNING,
    /** The limit lies between {@code passes} and {@code fails}. */
    FOUND,
    /** Even the lowest permitted load fails. */
    NOTHING_PASSES,
    /** Even the highest permitted load passes. */
    EVERYTHING_PASSES,
    /** The generator was the limit before the store was. */
    CLIENT_BOUND,
    /** Loads passed and failed without order: the search cannot find a limit. */
    UNSTEADY,
    /** The search was stopped. */
    INTERRUPTED
  }

  public SearchResult {
    notes = List.copyOf(notes);
    steps = List.copyOf(steps);
  }

  /**
   * Returns the last step at the load that passes: its throughput and latencies are the answer's.
   */
  public Optional<Step> stepOfPasses() {
    return steps.stream()
        .filter(step -> passes.isPresent() && step.outcome().load() == passes.getAsDouble())
        .reduce((first, second) -> second);
  }

  /** Returns the answer in one line. */
  public String text() {
    SearchSpec.Axis by = spec.by();
    String low = passes.isPresent() ? by.text(passes.getAsDouble()) : "";
    String high = fails.isPresent() ? by.text(fails.getAsDouble()) : "";
    return switch (end) {
      case FOUND -> "the limit lies between " + low + " and " + high;
      case NOTHING_PASSES -> "even " + high + " is too much";
      case EVERYTHING_PASSES ->
          low + " passed, and nothing failed up to " + by.text(spec.most()) + ", the most allowed";
      case CLIENT_BOUND ->
          (low.isEmpty() ? "nothing passed" : low + " passed")
              + " before the generator reached its own limit; the limit of the store is not known";
      case UNSTEADY -> "loads pass and fail without order: there is no single limit";
      case RUNNING, INTERRUPTED ->
          (end == End.RUNNING ? "so far: " : "stopped: ")
              + (low.isEmpty() ? "nothing passed" : low + " passed")
              + (high.isEmpty() ? "" : ", " + high + " failed");
    };
  }
}
