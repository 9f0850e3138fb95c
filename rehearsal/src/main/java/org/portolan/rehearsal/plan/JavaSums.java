package org.portolan.rehearsal.plan;

import java.util.List;
import org.portolan.advisor.table.PlannedColumn;
import org.portolan.rehearsal.layout.Place;
import org.portolan.types.ScalarType;

/** Writes what is added to a column of each row as Java. */
final class JavaSums {
  private final Call call;
  private final JavaKeys.Parameters parameters;
  private final List<String> lines;

  JavaSums(Call call, JavaKeys.Parameters parameters, List<String> lines) {
    this.call = call;
    this.parameters = parameters;
    this.lines = lines;
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
