package org.portolan.rehearsal.plan;

import java.util.List;
import java.util.Map;
import org.portolan.rehearsal.layout.Place;

/** Writes the changes of the elements of sets as Java. */
final class JavaElements {
  private final Call call;
  private final JavaChecks checks;
  private final Names names;
  private final JavaKeys.Parameters parameters;
  private final List<String> lines;
  private final String element;
  private final Place at;
  private final String column;
  private final String entity;

  JavaElements(
      Call call,
      JavaChecks checks,
      Names names,
      JavaKeys.Parameters parameters,
      List<String> lines) {
    this.call = call;
    this.checks = checks;
    this.names = names;
    this.parameters = parameters;
    this.lines = lines;
    Map.Entry<String, Place> of =
        call.place().columns().entrySet().stream()
            .filter(any -> any.getValue().part() == Place.Part.ELEMENT)
            .findFirst()
            .orElseThrow();
    this.element = of.getKey();
    this.at = of.getValue();
    this.column = JavaText.quoted(at.name());
    this.entity = JavaText.quoted(call.place().entity().name());
  }

  /**
   * @param owner the key of the owner
   */
  void add(String owner) {
    String added =
        parameters.take(
            call.use() + " element", at.name() + "_element", JavaText.javaType(at.type()));
    String set = begin("List.of(" + owner + ")");
    lines.add("  " + set + ".add(" + added + ");");
    end(set);
  }

  /**
   * Returns the variable with the number of elements that were removed.
   *
   * @param owners the keys of the owners
   */
  String remove(String owners) {
    String condition = checks.ofElement(call, element, at);
    String removed = names.take("removed_" + call.place().table().name());
    lines.add("int " + removed + " = 0;");
    String set = begin(owners);
    String size = set + ".size()";
    lines.add("  " + removed + " += " + size + ";");
    lines.add(
        condition.isEmpty()
            ? "  " + set + ".clear();"
            : "  " + set + ".removeIf(element -> " + condition + ");");
    lines.add("  " + removed + " -= " + size + ";");
    end(set);
    return removed;
  }

  private String begin(String owners) {
    String set = names.take("set");
    lines.add("for (Tuple owner : " + owners + ") {");
    lines.add(
        "  EntityRow row = transaction.get(" + entity + ", owner, Columns.ALL).orElseThrow();");
    lines.add("  Set<Object> " + set + " = new HashSet<>();");
    lines.add("  if (row.value(" + column + ") instanceof Set<?> elements) {");
    lines.add("    " + set + ".addAll(elements);");
    lines.add("  }");
    return set;
  }

  private void end(String set) {
    lines.add("  transaction.update(" + entity + ", owner, Map.of(" + column + ", " + set + "));");
    lines.add("}");
  }
}
