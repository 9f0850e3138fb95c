package org.portolan.rehearsal.plan;

import java.util.Map;
import java.util.Set;
import org.portolan.advisor.access.TableUse;
import org.portolan.rehearsal.layout.Place;
import org.portolan.rehearsal.layout.TablePlace;

/**
 * Writes the new values that a change computes from what it changes as Java: within the write, for
 * each row or item from its own columns.
 */
final class JavaComputed {
  private final Call call;
  private final TableUse use;
  private final JavaKeys.Parameters parameters;
  private final Set<String> comments;

  JavaComputed(Call call, TableUse use, JavaKeys.Parameters parameters, Set<String> comments) {
    this.call = call;
    this.use = use;
    this.parameters = parameters;
    this.comments = comments;
  }

  /**
   * Returns whether the new value of a column is computed from columns, and not by adding alone.
   */
  static boolean isComputed(TableUse use, TablePlace place, String column) {
    return use.computed().containsKey(column)
        || (use.incremented().contains(column)
            && !JavaText.isNumber(place.columns().get(column).type()));
  }

  /** Returns the new value of a column, of a row or an item. */
  String value(String column, JavaText.Holds holds) {
    Map<String, Place> columns = call.place().columns();
    TableUse.Computed computed =
        use.computed().getOrDefault(column, new TableUse.Computed(Set.of(column), false, false));
    for (String from : computed.columns()) {
      if (!columns.containsKey(from) || !JavaChecks.isThere(columns.get(from), holds)) {
        throw new JavaText.NotWrittenException(
            column + " is computed from " + from + ", which is not in what is changed");
      }
    }
    String one = JavaChecks.one(holds);
    Place at = columns.get(column);
    String first = computed.columns().iterator().next();
    boolean copied =
        computed.copied()
            && !use.written().contains(first)
            && columns.get(first).type().equals(at.type());
    if (copied) {
      return JavaChecks.value(one, columns.get(first), holds);
    }
    String function =
        parameters.take(
            call.use() + " computed " + column,
            "new_" + at.name(),
            "Function<"
                + (holds == JavaText.Holds.ITEMS ? "Item" : "EntityRow")
                + ", "
                + JavaText.javaType(at.type())
                + ">");
    // In one line: two columns would have the second one in common.
    comments.add(
        "// %s computes the new %s from the %s as it was before, within the write."
            .formatted(function, at.name(), one));
    return function + ".apply(" + one + ")";
  }
}
