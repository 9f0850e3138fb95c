package org.portolan.rehearsal.plan;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.serve.LineChecks;

/**
 * The conditions that the lines of a statement neither serve nor check. Those of a query are left
 * to the application by a note: without one, the lines would find wrong rows without a word.
 */
final class JavaUncompared {
  private final Plan plan;

  /** Their columns, by the uses. */
  private final Map<Integer, Set<String>> columns = new LinkedHashMap<>();

  JavaUncompared(Plan plan) {
    this.plan = plan;
  }

  /** Notes what a call does not compare; another call of the same use may do it. */
  void add(Call call, Set<String> open) {
    columns.merge(
        call.use(),
        new LinkedHashSet<>(open),
        (left, right) -> {
          left.retainAll(right);
          return left;
        });
  }

  /** Refuses the lines of a query if a condition is neither compared nor left to anybody. */
  void requireNone() {
    if (plan.changes()) {
      // What a change does not compare is a parameter.
      return;
    }
    columns.forEach(
        (place, open) -> {
          for (String column : open) {
            if (!LineChecks.isLeft(plan.served().notes(), column) && !isOfList(place, column)) {
              throw new JavaText.NotWrittenException(
                  "a condition on "
                      + column
                      + " of "
                      + plan.path().tables().get(place).table()
                      + " is not compared");
            }
          }
        });
  }

  /** Whether a list has what meets the condition, or a note says how the application ends it. */
  private boolean isOfList(int place, String column) {
    TableUse use = plan.path().tables().get(place);
    return !use.opaque().contains(column)
        && plan.calls().stream()
            .filter(call -> call.use() == place)
            .anyMatch(
                call ->
                    call.end().filter(end -> end.column().equals(column)).isPresent()
                        || (call.ranged().filter(column::equals).isPresent()
                            && isOneEnd(use, column)));
  }

  /** Whether a list that is entered at the only end of a range has nothing else. */
  private static boolean isOneEnd(TableUse use, String column) {
    Set<TableUse.End> ends = use.ends().getOrDefault(column, Set.of());
    return ends.size() == 1
        && ends.iterator().next().isIncluded()
        && !use.filtered().contains(column)
        && !use.absent().contains(column)
        && !use.equal().contains(column)
        && !use.listed().contains(column);
  }
}
