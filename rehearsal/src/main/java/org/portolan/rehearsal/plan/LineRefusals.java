package org.portolan.rehearsal.plan;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.portolan.advisor.access.AccessPath;
import org.portolan.advisor.access.JoinPredicate;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.access.Untold;
import org.portolan.advisor.serve.Step;

/**
 * Why a statement gets no lines of Java although it is served: they would change or delete rows
 * that do not meet its conditions, or write values that it does not.
 */
final class LineRefusals {
  private final Plan plan;
  private final AccessPath path;

  private LineRefusals(Plan plan) {
    this.plan = plan;
    this.path = plan.path();
  }

  /** Returns the reason for people; empty if the lines can be written. */
  static Optional<String> of(Plan plan) {
    LineRefusals refusals = new LineRefusals(plan);
    return plan.changes() ? refusals.ofChange() : Optional.empty();
  }

  private Optional<String> ofChange() {
    Optional<Untold> untold = path.untold().stream().filter(part -> !part.keepsLines()).findFirst();
    if (untold.isPresent()) {
      return untold.map(Untold::reason);
    }
    if (path.limited() && !isOneByKey()) {
      return Optional.of(
          "LIMIT takes some of the rows that meet the conditions: read them in order, and change"
              + " those of the page in the same write");
    }
    for (TableUse use : path.tables()) {
      for (Map.Entry<String, TableUse.Computed> computed : use.computed().entrySet()) {
        if (computed.getValue().fromOthers()) {
          return Optional.of(
              computed.getKey()
                  + " is computed from rows of another table or a result in FROM: read both in one write, and put"
                  + " together what belongs together");
        }
      }
    }
    for (int use = 0; use < path.tables().size(); use++) {
      if (path.tables().get(use).role() == TableUse.Role.READ && !isSource(use)) {
        return Optional.of(
            "no row is found by the rows of "
                + path.tables().get(use).table()
                + ": whether there are any is not compared");
      }
    }
    List<Integer> last =
        IntStream.range(0, path.tables().size()).filter(use -> !isSource(use)).boxed().toList();
    for (int use = 0; use < path.tables().size(); use++) {
      boolean isLast = last.equals(List.of(use));
      if (path.tables().get(use).role() != TableUse.Role.READ && !isLast) {
        return Optional.of(
            "rows of "
                + path.tables().get(use).table()
                + " are changed only if there are rows of the other tables: read all of them in one"
                + " write, and change those that belong together");
      }
    }
    return path.joins().stream()
        .filter(join -> !isServed(join))
        .findFirst()
        .map(
            join ->
                join.leftColumn()
                    + " = "
                    + join.rightColumn()
                    + " is not compared with the rows that were found before");
  }

  /** Whether the rows to change are one at most, and found by values of the statement. */
  private boolean isOneByKey() {
    return plan.calls().stream()
        .filter(call -> plan.use(call).role() != TableUse.Role.READ && !call.kind().isWrite())
        .allMatch(
            call ->
                (call.kind() == Step.Kind.GET
                        || call.kind() == Step.Kind.GET_ITEM
                        || call.kind() == Step.Kind.UNIQUE)
                    && call.inputs().stream().allMatch(in -> in.kind() == Input.Kind.CONSTANT));
  }

  /** Whether a use's rows find those of another. */
  private boolean isSource(int use) {
    return plan.calls().stream()
        .flatMap(call -> call.inputs().stream())
        .anyMatch(input -> input.kind() == Input.Kind.FOUND && input.use() == use);
  }

  /** Whether a join is how the rows of one side are found, by rows of no other use. */
  private boolean isServed(JoinPredicate join) {
    return plan.calls().stream()
        .anyMatch(
            call ->
                (isInput(call, join.left(), join.leftColumn(), join.right())
                        || isInput(call, join.right(), join.rightColumn(), join.left()))
                    && sources(call.inputs()).size() == 1);
  }

  private static boolean isInput(Call call, int use, String column, int other) {
    return call.use() == use
        && call.inputs().stream()
            .anyMatch(
                input ->
                    input.kind() == Input.Kind.FOUND
                        && input.use() == other
                        && input.column().equals(column));
  }

  private static Set<Integer> sources(List<Input> inputs) {
    Set<Integer> uses = new LinkedHashSet<>();
    for (Input input : inputs) {
      if (input.kind() == Input.Kind.FOUND) {
        uses.add(input.use());
      }
    }
    return uses;
  }
}
