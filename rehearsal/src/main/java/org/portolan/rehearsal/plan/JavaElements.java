package org.portolan.rehearsal.plan;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.serve.Step;
import org.portolan.rehearsal.layout.Place;
import org.portolan.rehearsal.layout.TablePlace;

/** Writes the changes of the elements of sets as Java, and what stands for them in lists. */
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
   * Returns the call of a stream that puts the element behind each key that an index on a set lists
   * for it. An owner may be in the lists of several elements, and in each it stands for another
   * row. Empty for a change, which changes each owner once, and for what is no such index.
   */
  static String behind(Call call, TableUse use) {
    boolean elements = call.kind() == Step.Kind.LIST && JavaText.isSet(call.place());
    return elements && use.role() == TableUse.Role.READ ? ".map(owner -> owner.append(value))" : "";
  }

  /** Returns the comment on a variable with such keys. */
  static String areRows(Call call, String name) {
    return "// %s has, for each row of %s, the key of the owner with the element behind it."
        .formatted(name, call.place().table().name());
  }

  /**
   * @param owner the key of the owner
   */
  void add(String owner) {
    String added =
        parameters.take(
            call.use() + " element", at.name() + "_element", JavaText.javaType(at.type()));
    String set = ofEach("List.of(" + owner + ")");
    lines.add("  " + set + ".add(" + JavaText.scaled(added, at.type()) + ");");
    end(set);
  }

  /** Adds elements to the sets of owners, those that a parameter has by the keys of the owners. */
  void addAll() {
    String table = call.place().table().name();
    String type = JavaText.javaType(at.type());
    String all =
        parameters.take(call.use() + " rows", "new_" + table, "Map<Tuple, Set<" + type + ">>");
    String set = ofEach(all + ".keySet()");
    String element = JavaText.scaled("each", at.type());
    lines.add("  " + all + ".get(owner).forEach(each -> " + set + ".add(" + element + "));");
    end(set);
  }

  /**
   * Returns the variable with the number of elements that were removed.
   *
   * @param owners the keys of the owners
   * @param prefetched whether their rows are still to be read, all at once
   */
  String remove(String owners, boolean prefetched) {
    String condition = checks.ofElement(call, element, at);
    String removed = names.take("removed_" + call.place().table().name());
    lines.add("int " + removed + " = 0;");
    if (prefetched) {
      lines.add("transaction.prefetch(" + entity + ", " + owners + ");");
    }
    String set = names.take("set");
    lines.add("for (Tuple owner : " + owners + ") {");
    // It may have been deleted since an index listed it.
    lines.add(
        "  EntityRow row = transaction.get(" + entity + ", owner, Columns.ALL).orElse(null);");
    lines.add("  if (row == null) {");
    lines.add("    continue;");
    lines.add("  }");
    elements(set);
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

  /**
   * The refusal of a row whose owner is not there, as a foreign key refuses it, of {@code owner}.
   */
  static String noOwner(TablePlace place) {
    String table = place.table().name();
    String columns =
        place.keyColumns().stream().map(JavaText::quoted).collect(Collectors.joining(", "));
    String row = "new ReferenceException.Row(";
    return "ReferenceException.noTarget("
        + JavaText.quoted(table + "." + place.entity().name())
        + ", "
        + row
        + JavaText.quoted(place.entity().name())
        + ", owner), "
        + row
        + JavaText.quoted(table)
        + ", owner), List.of("
        + columns
        + "))";
  }

  /** Begins a loop over owners that must be there, and returns the variable with the elements. */
  private String ofEach(String owners) {
    String set = names.take("set");
    lines.add("for (Tuple owner : " + owners + ") {");
    lines.add("  EntityRow row = transaction.get(" + entity + ", owner, Columns.ALL)");
    lines.add("      .orElseThrow(() -> " + noOwner(call.place()) + ");");
    elements(set);
    return set;
  }

  private void elements(String set) {
    lines.add("  Set<Object> " + set + " = new HashSet<>();");
    lines.add("  if (row.value(" + column + ") instanceof Set<?> elements) {");
    lines.add("    " + set + ".addAll(elements);");
    lines.add("  }");
  }

  private void end(String set) {
    lines.add("  transaction.update(" + entity + ", owner, Map.of(" + column + ", " + set + "));");
    lines.add("}");
  }
}
