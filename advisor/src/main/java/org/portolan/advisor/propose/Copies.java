package org.portolan.advisor.propose;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.infer.Statement;
import org.portolan.advisor.serve.Draft;
import org.portolan.advisor.serve.Served;
import org.portolan.design.cost.EngineCosts;

/**
 * Weighs copies: columns of one table kept in the rows of another that names it, as MediaWiki keeps
 * the length of a page's text. They are proposed and not made, because the application must write
 * them: a design copies nothing by itself.
 */
final class Copies {
  private final Draft draft;
  private final List<Served> served;
  private final long executions;

  Copies(Draft draft, List<Served> served) {
    this.draft = draft;
    this.served = served;
    this.executions =
        Math.max(1, served.stream().mapToLong(one -> one.statement().template().count()).sum());
  }

  private record Way(String from, String to) {}

  /** What a copy would save and cost. */
  private static final class Sums {
    private final Set<String> columns = new LinkedHashSet<>();
    private final Set<String> names = new LinkedHashSet<>();
    private double millis;
    private long reads;
  }

  /** Returns the copies that would save most, the best first. */
  List<Decision> decisions() {
    Map<Way, Sums> ways = new LinkedHashMap<>();
    EngineCosts costs = draft.costs();
    for (Served one : served) {
      for (Served.Hop hop : one.hops()) {
        Sums sums = ways.computeIfAbsent(new Way(hop.from(), hop.to()), any -> new Sums());
        long count = one.statement().template().count();
        sums.columns.addAll(hop.columns());
        sums.names.add(one.statement().name());
        sums.millis += count * hop.step().millis(costs);
        sums.reads += count;
      }
    }
    List<Map.Entry<Way, Sums>> best = new ArrayList<>(ways.entrySet());
    best.removeIf(entry -> entry.getValue().columns.isEmpty());
    best.sort((left, right) -> Double.compare(right.getValue().millis, left.getValue().millis));
    return best.stream().map(entry -> decision(entry.getKey(), entry.getValue())).toList();
  }

  private Decision decision(Way way, Sums sums) {
    List<String> columns = draft.tables().get(way.to()).names(List.copyOf(sums.columns));
    String first = sums.names.iterator().next();
    String others = sums.names.size() > 1 ? " and " + (sums.names.size() - 1) + " more" : "";
    return new Decision(
        Decision.Kind.COPY,
        draft.tables().get(way.from()).name(),
        String.join(", ", columns) + " of " + draft.tables().get(way.to()).name(),
        List.of(
            String.format(
                Locale.ROOT,
                "saves a round trip of %s%s: %.3f ms for each statement on average",
                first,
                others,
                sums.millis / executions),
            writes(way.to(), sums)),
        List.of());
  }

  /** How often the copied columns are written, which decides whether a copy is worth it. */
  private String writes(String table, Sums sums) {
    long writes = 0;
    for (Served one : served) {
      Statement statement = one.statement();
      boolean changes =
          statement.path().isPresent()
              && statement.path().get().tables().stream()
                  .anyMatch(
                      use ->
                          use.table().equals(table)
                              && use.role() == TableUse.Role.UPDATED
                              && use.written().stream().anyMatch(sums.columns::contains));
      writes += changes ? statement.template().count() : 0;
    }
    return writes == 0
        ? "no statement changes these columns, so a copy is written once"
        : String.format(
            Locale.ROOT,
            "%,d reads against %,d changes, each of which must change the copies too",
            sums.reads,
            writes);
  }
}
