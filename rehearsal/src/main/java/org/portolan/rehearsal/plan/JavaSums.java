package org.portolan.rehearsal.plan;

import java.util.List;
import org.portolan.advisor.table.PlannedColumn;
import org.portolan.rehearsal.layout.Place;
import org.portolan.types.ScalarType;

/** Writes sums as Java: of all rows, and what is added to a column of each. */
final class JavaSums {
  private final Call call;
  private final JavaKeys.Parameters parameters;
  private final List<String> lines;

  JavaSums(Call call, JavaKeys.Parameters parameters, List<String> lines) {
    this.call = call;
    this.parameters = parameters;
    this.lines = lines;
  }

  /** Returns the line that reads a sum. Its counter has that of a decimal in its last digits. */
  static String read(Call call, String name, String counter) {
    String column = call.step().by().get(0);
    ScalarType type = (ScalarType) call.place().columns().get(column).type();
    return JavaText.isDecimal(type)
        ? "BigDecimal " + name + " = BigDecimal.valueOf(" + counter + ", " + type.scale() + ");"
        : "long " + name + " = " + counter + ";";
  }

  /**
   * Writes the lines.
   *
   * @param rows the variable with the rows
   */
  void add(String rows, String column) {
    Place at = call.place().columns().get(column);
    boolean decimal = ((ScalarType) at.type()).kind() == ScalarType.Kind.DECIMAL;
    String delta =
        parameters.take(
            call.use() + " added " + column, "added_" + at.name(), decimal ? "BigDecimal" : "long");
    String name = JavaText.quoted(at.name());
    String scaled = decimal ? JavaText.scaled(delta, at.type()) : delta;
    String entity = JavaText.quoted(call.place().entity().name());
    String change = "transaction.add(" + entity + ", row.key(), " + name + ", " + scaled + ")";
    PlannedColumn of = call.place().table().column(column);
    if (of.source().nullable() && of.rule().defaultValue().isEmpty()) {
      // Null and a number are null.
      lines.add(rows + ".stream()");
      lines.add("    .filter(row -> row.value(" + name + ") != null)");
      lines.add("    .forEach(row -> " + change + ");");
    } else {
      lines.add(rows + ".forEach(row -> " + change + ");");
    }
  }
}
