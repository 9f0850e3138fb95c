package org.portolan.rehearsal.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.advisor.access.Conflict;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.serve.Step;
import org.portolan.advisor.shape.Shape;
import org.portolan.rehearsal.layout.Place;
import org.portolan.rehearsal.layout.TablePlace;

/** Writes one writing call as Java, inside the function of a write. */
final class JavaWrites {
  /** More columns are given as one map. */
  private static final int NAMED_MAX = 3;

  private final Plan plan;
  private final TableUse use;
  private final Call call;
  private final TablePlace place;
  private final JavaText.Variable found;
  private final JavaKeys keys;
  private final JavaChecks checks;
  private final Names names;
  private final JavaKeys.Parameters parameters;
  private final List<String> lines;
  private final String entity;
  private final boolean several;

  JavaWrites(
      Plan plan,
      Call call,
      Map<Integer, JavaText.Variable> variables,
      JavaKeys keys,
      JavaChecks checks,
      Names names,
      JavaKeys.Parameters parameters,
      List<String> lines) {
    this.plan = plan;
    this.use = plan.use(call);
    this.call = call;
    this.place = call.place();
    this.found = variables.get(call.use());
    this.keys = keys;
    this.checks = checks;
    this.names = names;
    this.parameters = parameters;
    this.lines = lines;
    this.entity = JavaText.quoted(place.entity().name());
    this.several = plan.calls().stream().anyMatch(any -> !any.kind().isWrite());
  }

  /** Writes the lines; returns the number of rows that they change, if a statement tells it. */
  Optional<String> write() {
    switch (call.kind()) {
      case PUT -> put("put");
      case INSERT -> put("insert");
      case UPSERT, INSERT_NEW, REPLACE ->
          new JavaUpserts(plan, call, names, parameters, lines, checks)
              .write(newKey(place.keyColumns()), map(place.table().name()));
      case PUT_ITEM -> {
        if (use.role() == TableUse.Role.UPDATED) {
          return Optional.of(owned().update());
        }
        putItem();
      }
      case UPDATE -> {
        return Optional.of(update(rows()));
      }
      case DELETE -> {
        String rows = rows();
        each(rows, "delete(" + entity + ", row.key())");
        return Optional.of(rows + ".size()");
      }
      case DELETE_ITEM -> {
        return Optional.of(owned().delete());
      }
      default -> {
        return updateOwner();
      }
    }
    return Optional.empty();
  }

  private String map(String wanted) {
    return parameters.take(call.use() + " " + wanted, wanted, "Map<String, Object>");
  }

  private void each(String rows, String change) {
    lines.add(rows + ".forEach(row -> transaction." + change + ");");
  }

  /**
   * Returns the rows to change. Rows that an index has listed or a scan has passed are read by
   * their keys: the write then notices if another changes them, and compares what it changes.
   */
  private String rows() {
    boolean byKey = false;
    for (Call other : plan.calls()) {
      if (other.use() == call.use() && !other.kind().isWrite()) {
        byKey = other.kind() == Step.Kind.GET || other.kind() == Step.Kind.GET_PART;
      }
    }
    if (byKey) {
      if (use.role() == TableUse.Role.DELETED && !(place.shape() instanceof Shape.Owned)) {
        prefetch(found.name() + ".stream().map(EntityRow::key).toList()");
      }
      return found.name();
    }
    String listed = found.name();
    if (found.holds() != JavaText.Holds.KEYS) {
      listed = names.take(place.table().name() + "_keys");
      String keys = found.name() + ".stream().map(EntityRow::key).toList();";
      lines.add("List<Tuple> " + listed + " = " + keys);
    }
    prefetch(listed);
    String rows = names.take(place.table().name());
    lines.add("List<EntityRow> " + rows + " =");
    lines.add("    transaction.getAll(" + entity + ", " + listed + ", Columns.ALL).stream()");
    lines.add("        .flatMap(Optional::stream)");
    String filter = checks.filter(call, JavaText.Holds.ROWS);
    if (!filter.isEmpty()) {
      lines.add("        " + filter);
    }
    lines.add("        .toList();");
    return rows;
  }

  private void prefetch(String keys) {
    lines.add("transaction.prefetch(" + entity + ", " + keys + ");");
  }

  private void put(String method) {
    String table = place.table().name();
    if (several) {
      Optional<Conflict> clause = plan.path().conflict().filter(conflict -> !conflict.replaces());
      if (clause.isPresent()) {
        throw new JavaText.NotWrittenException(
            clause
                .flatMap(Conflict::refusal)
                .orElse(
                    "each row that is inserted may be there: read them by their keys in the same"
                        + " write"));
      }
      String rows =
          parameters.take(call.use() + " rows", "new_" + table, "Map<Tuple, Map<String, Object>>");
      lines.add("transaction.prefetch(" + entity + ", List.copyOf(" + rows + ".keySet()));");
      lines.add(
          rows
              + ".forEach((key, values) -> transaction."
              + method
              + "("
              + entity
              + ", key, values));");
      return;
    }
    lines.add(
        "transaction."
            + method
            + "("
            + entity
            + ", "
            + newKey(place.keyColumns())
            + ", "
            + map(table)
            + ");");
  }

  private String newKey(List<String> columns) {
    if (columns.isEmpty()) {
      return parameters.take(call.use() + " key", "row_key", "Tuple");
    }
    List<Input> inputs = new ArrayList<>();
    for (String column : columns) {
      inputs.add(new Input(column, Input.Kind.CONSTANT, call.use(), column));
    }
    return keys.single(call, inputs);
  }

  /** Whether rows are inserted that others give, as by INSERT … SELECT: as many as are found. */
  private boolean isOfOthers() {
    return use.role() == TableUse.Role.INSERTED
        && plan.path().tables().stream().anyMatch(any -> any.role() == TableUse.Role.READ);
  }

  private String rowsOfOthers(String type) {
    return parameters.take(call.use() + " rows", "new_" + place.table().name(), type);
  }

  private void putItem() {
    if (isOfOthers()) {
      String items = rowsOfOthers("Map<Tuple, Map<Tuple, Map<String, Object>>>");
      lines.add(items + ".forEach((owner, items) -> items.forEach((key, values) ->");
      String collection = JavaText.quoted(place.collection());
      lines.add(
          "    transaction.putItem(" + entity + ", owner, " + collection + ", key, values)));");
      return;
    }
    lines.add(
        "transaction.putItem("
            + entity
            + ", "
            + newKey(place.keyColumns())
            + ", "
            + JavaText.quoted(place.collection())
            + ", "
            + newKey(place.itemKeyColumns())
            + ", "
            + map(place.table().name())
            + ");");
  }

  private String update(String rows) {
    List<String> added = new ArrayList<>();
    List<String> set = new ArrayList<>();
    for (String column : JavaText.written(call, use)) {
      boolean adds =
          use.incremented().contains(column)
              && JavaText.isNumber(place.columns().get(column).type());
      (adds ? added : set).add(column);
    }
    for (String column : added) {
      new JavaSums(call, parameters, lines).add(rows, column);
    }
    List<String> computed =
        set.stream().filter(column -> JavaComputed.isComputed(use, place, column)).toList();
    if (!computed.isEmpty()) {
      set.removeAll(computed);
      compute(rows, set, computed);
    } else if (!set.isEmpty()) {
      each(rows, "update(" + entity + ", row.key(), " + changes(set) + ")");
    }
    return rows + ".size()";
  }

  /** Updates each row with values that are computed from it, within the write. */
  private void compute(String rows, List<String> set, List<String> computed) {
    String given = set.isEmpty() ? "" : map("changed_" + place.table().name());
    lines.add(rows + ".forEach(row -> {");
    lines.add("  Map<String, Object> values = new HashMap<>(" + given + ");");
    for (String column : computed) {
      String value = checks.computed(call).value(column, JavaText.Holds.ROWS);
      String name = JavaText.quoted(place.columns().get(column).name());
      lines.add("  values.put(" + name + ", " + value + ");");
    }
    lines.add("  transaction.update(" + entity + ", row.key(), values);");
    lines.add("});");
  }

  private JavaItems owned() {
    return new JavaItems(call, use, found, checks, names, parameters, lines);
  }

  /** Adds an element to the set of an owner, or removes those that meet the conditions. */
  private Optional<String> element() {
    JavaElements elements = new JavaElements(call, checks, names, parameters, lines);
    if (use.role() != TableUse.Role.DELETED) {
      if (isOfOthers()) {
        elements.addAll();
      } else {
        elements.add(newKey(place.keyColumns()));
      }
      return Optional.empty();
    }
    boolean keys = found.holds() == JavaText.Holds.KEYS;
    String owners = found.name() + (keys ? "" : ".stream().map(EntityRow::key).toList()");
    return Optional.of(elements.remove(owners, keys));
  }

  private String changes(List<String> columns) {
    boolean named =
        columns.size() <= NAMED_MAX
            && columns.stream().noneMatch(column -> place.table().column(column).mayBeNull());
    if (!named) {
      return map("changed_" + place.table().name());
    }
    List<String> pairs = new ArrayList<>();
    for (String column : columns) {
      Place at = place.columns().get(column);
      String value =
          parameters.take(
              call.use() + " new " + column, "new_" + at.name(), JavaText.javaType(at.type()));
      pairs.add(JavaText.quoted(at.name()) + ", " + JavaText.scaled(value, at.type()));
    }
    return "Map.of(" + String.join(", ", pairs) + ")";
  }

  private Optional<String> updateOwner() {
    if (JavaText.isSet(place)) {
      return element();
    }
    String table = place.table().name();
    if (use.role() == TableUse.Role.INSERTED || found == null) {
      String rows = isOfOthers() ? rowsOfOthers("Map<Tuple, Map<String, Object>>") : "";
      String owners =
          rows.isEmpty() ? "List.of(" + newKey(place.keyColumns()) + ")" : rows + ".keySet()";
      String values = rows.isEmpty() ? map(table) : rows + ".get(owner)";
      String changed = "transaction.update(" + entity + ", owner, " + values + ")";
      lines.add("for (Tuple owner : " + owners + ") {");
      lines.add("  if (!" + changed + ") {");
      lines.add("    throw " + JavaElements.noOwner(place) + ";");
      lines.add("  }");
      lines.add("}");
      return Optional.empty();
    }
    String rows = rows();
    boolean fromOld =
        JavaText.written(call, use).stream()
            .anyMatch(
                column ->
                    JavaComputed.isComputed(use, place, column)
                        || (use.incremented().contains(column)
                            && JavaText.isNumber(place.columns().get(column).type())));
    if (use.role() == TableUse.Role.UPDATED && fromOld) {
      return Optional.of(update(rows));
    }
    // Null in each of its columns is no row.
    String values =
        use.role() == TableUse.Role.DELETED ? map("no_" + table) : map("changed_" + table);
    each(rows, "update(" + entity + ", row.key(), " + values + ")");
    return Optional.of(rows + ".size()");
  }
}
