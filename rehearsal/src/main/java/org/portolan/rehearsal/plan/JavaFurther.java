package org.portolan.rehearsal.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.advisor.access.TableUse;
import org.portolan.types.Collation;
import org.portolan.types.ColumnType;
import org.portolan.types.ScalarType;

/** Writes a further condition on a column as Java, with another parameter than the first. */
final class JavaFurther {
  private final Call call;
  private final TableUse.Further further;
  private final int position;
  private final JavaKeys.Parameters parameters;

  private JavaFurther(
      Call call, TableUse.Further further, int position, JavaKeys.Parameters parameters) {
    this.call = call;
    this.further = further;
    this.position = position;
    this.parameters = parameters;
  }

  /** Returns those on a column. */
  static List<JavaFurther> of(
      Call call, TableUse use, String column, JavaKeys.Parameters parameters) {
    List<JavaFurther> all = new ArrayList<>();
    for (int position = 0; position < use.further().size(); position++) {
      TableUse.Further further = use.further().get(position);
      if (further.column().equals(column)) {
        all.add(new JavaFurther(call, further, position, parameters));
      }
    }
    return all;
  }

  /** Returns the parameter with an end of a range on one side; empty if this is none. */
  Optional<String> end(boolean lower, ColumnType type) {
    return further.end().filter(end -> end.isLower() == lower).map(any -> parameter(type));
  }

  /** Returns the condition of a value that was found. */
  String condition(String found, ScalarType type, Collation collation) {
    String parameter = parameter(type);
    return switch (further.form()) {
      case EQUAL -> JavaComparisons.equal(found, parameter, type, collation);
      case UNEQUAL -> JavaComparisons.differs(found, parameter, type, collation);
      case LISTED -> JavaComparisons.listed(found, parameter, type, collation);
      case UNLISTED -> JavaComparisons.unlisted(found, parameter, type, collation);
      case ORDER ->
          JavaComparisons.within(found, parameter, further.end().orElseThrow(), type, collation);
    };
  }

  /** Returns the parameter, which has a number behind the name of the first one. */
  private String parameter(ColumnType type) {
    String name = call.place().table().column(further.column()).name();
    boolean lower = further.end().map(TableUse.End::isLower).orElse(false);
    String side = lower ? "from_" : "to_";
    String wanted =
        switch (further.form()) {
          case EQUAL -> name;
          case UNEQUAL -> "not_" + name;
          case LISTED -> name + "_list";
          case UNLISTED -> "not_" + name + "_list";
          case ORDER -> side + call.place().columns().get(further.column()).name();
        };
    boolean list =
        further.form() == TableUse.Form.LISTED || further.form() == TableUse.Form.UNLISTED;
    String java = JavaText.javaType(type);
    return parameters.take(
        call.use() + " further " + position, wanted, list ? "List<" + java + ">" : java);
  }
}
