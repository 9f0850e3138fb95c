package org.portolan.advisor.serve;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.portolan.advisor.access.AccessPath;
import org.portolan.advisor.infer.Statement;
import org.portolan.design.cost.EngineCosts;

/**
 * Queries with an OR that are read side by side: each side is served like a query without the
 * others, and a row that several sides find counts once.
 */
final class OrSides {
  private OrSides() {}

  /**
   * Serves all sides of a statement, one after the other.
   *
   * @param path of the statement, which has sides
   * @param server serves the path of one side
   */
  static Served served(Statement statement, AccessPath path, Function<AccessPath, Served> server) {
    List<Step> steps = new ArrayList<>();
    List<Served.Hop> hops = new ArrayList<>();
    Set<String> notes = new LinkedHashSet<>();
    for (int side = 0; side < path.sides().size(); side++) {
      Served served = server.apply(path.sides().get(side));
      if (served.refusal().isPresent()) {
        return Served.refused(
            statement, "side " + (side + 1) + " of its OR: " + served.refusal().get());
      }
      int before = side * path.tables().size();
      served.steps().forEach(step -> steps.add(step.of(step.use() + before)));
      hops.addAll(served.hops());
      notes.addAll(served.notes());
    }
    // Rows that come in an order within their side do not so together.
    path.sides().forEach(side -> notes.removeAll(SortNotes.ofResult(side.result())));
    List<String> order = path.aggregated() ? List.of() : SortNotes.order(path.result());
    notes.add(
        "the application puts the rows of the "
            + path.sides().size()
            + " sides of OR together, each row once by its key"
            + (order.isEmpty() ? "" : ", and sorts them by " + String.join(", ", order))
            + (path.limited() ? "; of these it takes the page" : ""));
    Statement of =
        new Statement(statement.template(), Optional.of(path.together()), statement.failure());
    return new Served(of, steps, hops, List.copyOf(notes), Optional.empty());
  }

  /** Returns the cheaper of two ways to serve a statement, or the one that is not refused. */
  static Served cheaper(Served whole, Served sides, EngineCosts costs) {
    if (whole.refusal().isPresent() || sides.refusal().isPresent()) {
      return whole.refusal().isPresent() ? sides : whole;
    }
    return sides.millis(costs) < whole.millis(costs) ? sides : whole;
  }
}
