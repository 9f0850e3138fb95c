package org.portolan.advisor.serve;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.portolan.advisor.access.TableUse;

/**
 * What is known of a use of a table when its rows are looked for.
 *
 * @param use the use
 * @param columns the columns that have values: from the statement, or from rows found before
 * @param hidden the columns whose values keys alone do not tell, although the result needs them, or
 *     a change compares them on the rows
 * @param fromRows whether some of them come from rows found before
 * @param values how many values they have together
 */
record Known(
    TableUse use, Set<String> columns, Set<String> hidden, boolean fromRows, double values) {

  Known {
    columns = new LinkedHashSet<>(columns);
  }

  /**
   * Returns the conditions that are left to the application.
   *
   * @param served the columns by which the rows are found
   */
  Set<String> others(List<String> served) {
    Set<String> others = new LinkedHashSet<>(columns);
    others.addAll(use.range());
    others.addAll(use.checked());
    served.stream().filter(column -> !use.isNarrowed(column)).forEach(others::remove);
    return others;
  }

  /**
   * Adds what the application does with the rows that it gets.
   *
   * @param others the conditions by which the rows are not found
   * @param checked of all conditions, those that the lines of Java check
   * @param by the columns by which the rows are found: by several values of these, they come one
   *     list behind the other
   * @param ordered whether the rows of one value come in the wanted order
   */
  void note(
      Set<String> others,
      Set<String> checked,
      List<String> by,
      boolean ordered,
      List<String> notes) {
    Set<String> inLines = new LinkedHashSet<>(others);
    inLines.retainAll(checked);
    if (!inLines.isEmpty()) {
      notes.add("the lines of Java check " + String.join(", ", inLines) + " on the rows they read");
    }
    Set<String> left = new LinkedHashSet<>(others);
    left.removeAll(checked);
    if (!left.isEmpty()) {
      notes.add(LineChecks.left(left));
    }
    boolean several = values > 1 && (fromRows || by.stream().anyMatch(use.listed()::contains));
    if (several && !use.ordered().isEmpty()) {
      notes.add(
          "the rows come value by value, one list behind the other: the application sorts by "
              + String.join(", ", use.ordered().stream().map(TableUse.Order::toString).toList()));
    } else if (!ordered && !use.ordered().isEmpty()) {
      notes.add(
          "the application sorts by "
              + String.join(", ", use.ordered().stream().map(TableUse.Order::toString).toList()));
    }
  }

  boolean all(List<String> wanted) {
    return !wanted.isEmpty() && columns.containsAll(wanted);
  }
}
