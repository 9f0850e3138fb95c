package org.portolan.advisor.propose;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.portolan.advisor.Problem;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.serve.Draft;
import org.portolan.advisor.serve.IndexChoice;
import org.portolan.advisor.serve.Served;
import org.portolan.advisor.target.Target;
import org.portolan.design.Design;
import org.portolan.design.Mapping;

/**
 * A design for an application, with the reasons. Immutable and thread-safe.
 *
 * @param mapping where the rows of the design come from
 * @param served how the design serves each statement, the most frequent first
 * @param decisions in the order of the schema
 * @param assumed what was assumed because neither schema nor data tell it
 * @param indexNames the names of the indexes in the design
 * @param files what was read
 * @param problems what could not be read of it
 * @param unanalysed executions of calls, of changes of the schema and of unknown statements
 */
public record Proposal(
    Target target,
    Design design,
    Mapping mapping,
    Draft draft,
    List<Served> served,
    List<Decision> decisions,
    List<String> assumed,
    Map<IndexChoice, String> indexNames,
    List<RelationalModel.ReadFile> files,
    List<Problem> problems,
    long unanalysed) {
  public Proposal {
    served = List.copyOf(served);
    decisions = List.copyOf(decisions);
    assumed = List.copyOf(assumed);
    indexNames = Map.copyOf(indexNames);
    files = List.copyOf(files);
    problems = List.copyOf(problems);
  }

  /** Returns the executions of all statements. */
  public long executions() {
    return served.stream().mapToLong(one -> one.statement().template().count()).sum();
  }

  /** Returns the round trips of an execution that is served, on average; empty if none is. */
  public OptionalDouble tripsMean() {
    double all = 0;
    double trips = 0;
    for (Served one : served) {
      if (one.refusal().isEmpty()) {
        all += one.statement().template().count();
        trips += one.statement().template().count() * one.trips();
      }
    }
    return all == 0 ? OptionalDouble.empty() : OptionalDouble.of(trips / all);
  }

  /** Returns the statements that no good design serves. */
  public List<Served> refused() {
    return served.stream().filter(one -> one.refusal().isPresent()).toList();
  }
}
