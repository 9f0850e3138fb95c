package org.portolan.advisor.serve;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.portolan.advisor.access.AccessPath;
import org.portolan.advisor.access.TableUse;

/**
 * The subqueries by EXISTS and IN whose rows decide which of those around them are the result. If
 * the rows around are found by those of the subquery, the reads leave out the others; so does a
 * foreign key whose columns have values.
 */
final class Subqueries {
  private final Draft draft;
  private final AccessPath path;
  private final Relations relations;
  private final FirstRows rows;

  /**
   * @param relations how the rows of all uses were found
   */
  Subqueries(Draft draft, AccessPath path, Relations relations, FirstRows rows) {
    this.draft = draft;
    this.path = path;
    this.relations = relations;
    this.rows = rows;
  }

  /** Returns what the application does itself. */
  List<String> notes() {
    Map<Integer, Set<String>> open = new TreeMap<>();
    for (int place = 0; place < path.tables().size(); place++) {
      TableUse use = path.tables().get(place);
      // A use of a later turn leaves out none by itself.
      if (use.within() >= 0
          && use.turn() == 0
          && !decides(place, use.within())
          && !isAlways(place)) {
        open.computeIfAbsent(use.within(), any -> new LinkedHashSet<>())
            .add(draft.tables().get(use.table()).name());
      }
    }
    return open.values().stream()
        .map(
            tables ->
                "the application leaves out the rows for which the subquery finds none of "
                    + String.join(", ", tables))
        .toList();
  }

  /** Whether the rows around a subquery are found by those of a use in it. */
  private boolean decides(int place, int subquery) {
    for (int other = 0; other < path.tables().size(); other++) {
      if (relations.isSource(place, other)
          && (path.tables().get(other).within() < subquery || decides(other, subquery))) {
        return true;
      }
    }
    return false;
  }

  /** Whether there is a row of a use for each row of the others. */
  private boolean isAlways(int place) {
    List<Integer> others = new ArrayList<>();
    for (int other = 0; other < path.tables().size(); other++) {
      if (other != place) {
        others.add(other);
      }
    }
    return rows.isOneForEach(place, new LinkedHashSet<>(others));
  }
}
