package org.portolan.rehearsal.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.portolan.advisor.access.Conflict;
import org.portolan.advisor.access.Untold;
import org.portolan.advisor.serve.ConflictKeys;
import org.portolan.advisor.serve.IndexChoice;
import org.portolan.advisor.table.PlannedColumn;
import org.portolan.rehearsal.layout.Layout;
import org.portolan.rehearsal.layout.Place;
import org.portolan.rehearsal.layout.TablePlace;
import org.portolan.types.Collation;
import org.portolan.types.ScalarType;

/**
 * Writes an INSERT with a clause for the row that exists as Java: within the write, the row is
 * looked up by the keys that it may have, and changed, left or deleted; otherwise, and in the place
 * of one that is deleted, a new one is inserted.
 */
final class JavaUpserts {
  private final Layout layout;
  private final Plan plan;
  private final Call call;
  private final TablePlace place;
  private final Conflict conflict;
  private final Names names;
  private final JavaKeys.Parameters parameters;
  private final List<String> lines;
  private final JavaChecks checks;
  private final String entity;
  private String key;
  private String values;

  JavaUpserts(
      Plan plan,
      Call call,
      Names names,
      JavaKeys.Parameters parameters,
      List<String> lines,
      JavaChecks checks) {
    this.layout = plan.layout();
    this.plan = plan;
    this.call = call;
    this.place = call.place();
    this.conflict = plan.path().conflict().orElseThrow();
    this.names = names;
    this.parameters = parameters;
    this.lines = lines;
    this.checks = checks;
    this.entity = JavaText.quoted(place.entity().name());
  }

  /**
   * Writes the lines.
   *
   * @param newKey the key of the new row
   * @param newValues the parameter with the values of the new row
   */
  void write(String newKey, String newValues) {
    key = newKey;
    values = newValues;
    for (Untold untold : plan.path().untold()) {
      if (!untold.keepsLines()) {
        throw new JavaText.NotWrittenException(untold.reason());
      }
    }
    ConflictKeys keys = ConflictKeys.of(layout.proposal().draft(), plan.path());
    keys.refusal()
        .ifPresent(
            reason -> {
              throw new JavaText.NotWrittenException(reason);
            });
    requireSameKey(keys);
    List<String> found = new ArrayList<>();
    for (List<String> columns : keys.keys()) {
      found.add(columns.equals(place.table().identity().columns()) ? byKey() : byUnique(columns));
    }
    for (String column : conflict.nulls()) {
      if (place.table().uniqueKeys().stream().anyMatch(unique -> unique.contains(column))) {
        checks.note(
            "// %s is null in each statement of the log: no row is looked up by it."
                .formatted(place.table().column(column).name()));
      }
    }
    String insert = "transaction.insert(" + entity + ", " + key + ", " + values + ");";
    if (found.isEmpty()) {
      lines.add(insert);
      return;
    }
    if (conflict.replaces()) {
      for (String there : found) {
        lines.add(there + ".forEach(row -> transaction.delete(" + entity + ", row.key()));");
      }
      lines.add(insert);
      return;
    }
    lines.add(
        "if ("
            + String.join(" && ", found.stream().map(one -> one + ".isEmpty()").toList())
            + ") {");
    lines.add("  " + insert);
    lines.add("}");
    if (conflict.updates()) {
      change(found.get(0));
    }
  }

  /** A key stays as it is: it becomes what it is, if the row was found by it. */
  private void requireSameKey(ConflictKeys keys) {
    for (Map.Entry<String, Conflict.Assigned> one : conflict.assigned().entrySet()) {
      String column = one.getKey();
      Place at = place.columns().get(column);
      if (at == null || at.part() != Place.Part.KEY) {
        continue;
      }
      boolean same =
          one.getValue().source() == Conflict.Source.GIVEN
              && one.getValue().columns().equals(List.of(column))
              && !keys.keys().isEmpty()
              && keys.keys().stream().allMatch(key -> key.contains(column));
      if (!same) {
        throw new JavaText.NotWrittenException(
            "it changes "
                + column
                + ", which is in the key: insert the row with the new key and delete the old one, in"
                + " one transaction");
      }
      if (place.table().column(column).collation() != Collation.BINARY) {
        checks.note("// A row that is there keeps the spelling of its %s.".formatted(at.name()));
      }
    }
  }

  private String byKey() {
    String name = names.take(place.table().name() + "_there");
    lines.add(
        "List<EntityRow> "
            + name
            + " = transaction.get("
            + entity
            + ", "
            + key
            + ", Columns.ALL).stream().toList();");
    return name;
  }

  private String byUnique(List<String> columns) {
    String by = String.join("_and_", place.table().names(columns));
    String wanted = names.take(place.table().name() + "_" + by);
    List<String> wantedValues = new ArrayList<>();
    List<String> conditions = new ArrayList<>();
    for (String column : columns) {
      PlannedColumn planned = place.table().column(column);
      Place at = place.columns().get(column);
      ScalarType type = (ScalarType) at.type();
      String given = given(column);
      String java = JavaText.javaType(type);
      boolean ofMap = at.part() != Place.Part.KEY;
      String cast = ofMap ? "(" + java + ") " + given : given;
      if (JavaText.isDecimal(type) && planned.source().nullable()) {
        throw new JavaText.NotWrittenException(
            "the unique " + column + " is a decimal that may be null");
      }
      wantedValues.add(
          JavaText.isDecimal(type) && ofMap
              ? JavaText.scaled("(" + cast + ")", type)
              : JavaText.scaled(given, type));
      String each = names.take("there_" + at.name());
      conditions.add(
          JavaChecks.value("row", at, JavaText.Holds.ROWS)
              + " instanceof "
              + java
              + " "
              + each
              + " && "
              + JavaComparisons.equal(each, cast, type, planned.collation()));
    }
    lines.add("Tuple " + wanted + " = Tuple.of(" + String.join(", ", wantedValues) + ");");
    String index =
        JavaText.quoted(layout.index(new IndexChoice(place.name(), columns, List.of(), true)));
    String keys = names.take(place.table().name() + "_keys");
    boolean nulls = columns.stream().anyMatch(column -> place.table().column(column).mayBeNull());
    lines.add("List<Tuple> " + keys + " =");
    String read = "transaction.index(" + index + ", " + wanted + ", Paging.first(1)).entries();";
    lines.add("    " + (nulls ? wanted + ".values().contains(null) ? List.of() : " : "") + read);
    String name = names.take(place.table().name() + "_there");
    lines.add("List<EntityRow> " + name + " =");
    lines.add("    transaction.getAll(" + entity + ", " + keys + ", Columns.ALL).stream()");
    lines.add("        .flatMap(Optional::stream)");
    lines.add("        .filter(row -> " + String.join(" && ", conditions) + ")");
    lines.add("        .toList();");
    checks.note(
        conflict.replaces()
            ? "// The key is that of a new row: a row that is there is deleted with its own."
            : "// The key is that of a new row: a row that is there keeps its own.");
    checks.note(
        "// DuplicateValueException: another write took the value meanwhile. Called again, these"
            + " lines find its row.");
    return name;
  }

  /** The value of the new row, of which the key is given apart from the other columns. */
  private String given(String column) {
    Place at = place.columns().get(column);
    return at.part() == Place.Part.KEY
        ? parameters.take(
            call.use() + " " + column,
            place.table().column(column).name(),
            JavaText.javaType(at.type()))
        : values + ".get(" + JavaText.quoted(at.name()) + ")";
  }

  private void change(String there) {
    List<String> set = new ArrayList<>();
    for (Map.Entry<String, Conflict.Assigned> one : conflict.assigned().entrySet()) {
      Place at = place.columns().get(one.getKey());
      if (at == null || at.part() != Place.Part.COLUMN) {
        continue;
      }
      if (one.getValue().source() == Conflict.Source.ADDED && JavaText.isNumber(at.type())) {
        new JavaSums(call, parameters, lines).add(there, one.getKey());
      } else {
        set.add(
            "  values.put(" + JavaText.quoted(at.name()) + ", " + value(one.getKey(), at) + ");");
      }
    }
    if (!set.isEmpty()) {
      lines.add(there + ".forEach(row -> {");
      lines.add("  Map<String, Object> values = new HashMap<>();");
      lines.addAll(set);
      lines.add("  transaction.update(" + entity + ", row.key(), values);");
      lines.add("});");
    }
  }

  private String value(String column, Place at) {
    Conflict.Assigned assigned = conflict.assigned().get(column);
    String java = JavaText.javaType(at.type());
    String first = assigned.columns().isEmpty() ? "" : assigned.columns().get(0);
    switch (assigned.source()) {
      case GIVEN -> {
        Place from = place.columns().get(first);
        if (conflict.inserted().contains(first) && from.type().equals(at.type())) {
          return given(first);
        }
      }
      case COPIED -> {
        if (place.columns().get(first).type().equals(at.type())) {
          return JavaChecks.value("row", place.columns().get(first), JavaText.Holds.ROWS);
        }
      }
      case ADDED, COMPUTED, VALUE -> {}
    }
    boolean ofRow =
        assigned.source() != Conflict.Source.VALUE && assigned.source() != Conflict.Source.GIVEN;
    if (!ofRow) {
      String given = parameters.take(call.use() + " new " + column, "new_" + at.name(), java);
      boolean nullable = place.table().column(column).source().nullable();
      return nullable ? given : JavaText.scaled(given, at.type());
    }
    String function =
        parameters.take(
            call.use() + " computed " + column,
            "new_" + at.name(),
            "Function<EntityRow, " + java + ">");
    checks.note(
        "// %s computes the new %s from the row as it was before, within the write."
            .formatted(function, at.name()));
    return function + ".apply(row)";
  }
}
