package org.portolan.bench.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.portolan.bench.api.Spelled;

/**
 * One kind of measurement of a study, made for each combination of some variables. Immutable.
 *
 * @param name names its figures: {@code edits.throughput}
 * @param kind what is run
 * @param subject the workload or benchmark
 * @param cluster the cluster on which it runs, a name or a variable; {@value #EMBEDDED} for stores
 *     in this process
 * @param each the variables whose values are combined
 * @param options of the workload or benchmark; a value may name a variable: {@code $threads}
 * @param figures those that tables show, in their order
 * @param rounds how often each cell is measured; empty: as often as those of the other steps
 */
public record Step(
    String name,
    Kind kind,
    String subject,
    String cluster,
    List<String> each,
    Map<String, String> options,
    List<String> figures,
    OptionalInt rounds) {

  /** The name of no servers at all. */
  static final String EMBEDDED = "embedded";

  /** What a step runs. */
  public enum Kind implements Spelled {
    /** A workload under load: {@code portolan bench run}. */
    RUN,
    /** The search for the limit of a workload: {@code portolan bench search}. */
    SEARCH,
    /** A benchmark that compares: {@code portolan bench run}. */
    BENCHMARK
  }

  public Step {
    each = List.copyOf(each);
    options = Map.copyOf(options);
    figures = List.copyOf(figures);
  }

  /**
   * Returns the cells of this step: all combinations of its variables, the last one changing
   * fastest.
   *
   * @param values of all variables of a size
   */
  public List<Cell> cells(Map<String, List<String>> values) {
    List<Map<String, String>> combined = List.of(Map.of());
    for (String variable : each) {
      List<Map<String, String>> longer = new ArrayList<>();
      for (Map<String, String> begun : combined) {
        for (String value : values.get(variable)) {
          Map<String, String> more = new LinkedHashMap<>(begun);
          more.put(variable, value);
          longer.add(more);
        }
      }
      combined = longer;
    }
    return combined.stream().map(each -> new Cell(this, each)).toList();
  }
}
