package org.portolan.rehearsal.plan;

import java.util.ArrayList;
import java.util.List;
import org.portolan.advisor.access.TableUse;
import org.portolan.rehearsal.layout.Place;
import org.portolan.rehearsal.layout.TablePlace;
import org.portolan.types.ScalarType;

/** Writes the changes of items that were found, or are found here, as Java. */
final class JavaItems {
  private final Call call;
  private final TableUse use;
  private final TablePlace place;
  private final JavaText.Variable found;
  private final JavaChecks checks;
  private final Names names;
  private final JavaKeys.Parameters parameters;
  private final List<String> lines;
  private final String entity;
  private final String collection;

  JavaItems(
      Call call,
      TableUse use,
      JavaText.Variable found,
      JavaChecks checks,
      Names names,
      JavaKeys.Parameters parameters,
      List<String> lines) {
    this.call = call;
    this.use = use;
    this.place = call.place();
    this.found = found;
    this.checks = checks;
    this.names = names;
    this.parameters = parameters;
    this.lines = lines;
    this.entity = JavaText.quoted(place.entity().name());
    this.collection = JavaText.quoted(place.collection());
  }

  /**
   * Whether items are read where they are written: an item does not tell its owner, so the items of
   * each of several owners are changed one owner after the other.
   */
  static boolean areReadWhereWritten(Plan plan, Call call, JavaKeys.Keys owners) {
    TableUse.Role role = plan.use(call).role();
    return !owners.single()
        && (role == TableUse.Role.UPDATED || role == TableUse.Role.DELETED)
        && plan.calls().stream()
            .flatMap(other -> other.inputs().stream())
            .noneMatch(input -> input.kind() == Input.Kind.FOUND && input.use() == call.use());
  }

  /** Returns the number of items that are deleted, as an expression. */
  String delete() {
    return each(
        owner ->
            List.of(
                "transaction.deleteItem("
                    + entity
                    + ", "
                    + owner
                    + ", "
                    + collection
                    + ", item.key());"));
  }

  /** Returns the number of items that are changed, as an expression. */
  String update() {
    List<String> set = new ArrayList<>();
    List<String> added = new ArrayList<>();
    List<String> computed = new ArrayList<>();
    for (String column : JavaText.written(call, use)) {
      boolean adds = use.incremented().contains(column) && JavaText.isNumber(at(column).type());
      if (JavaComputed.isComputed(use, place, column)) {
        computed.add(column);
      } else {
        (adds ? added : set).add(column);
      }
    }
    String values = names.take("new_values");
    List<String> change = new ArrayList<>();
    // putItem replaces the item: what the statement does not set stays.
    change.add("Map<String, Object> " + values + " = new HashMap<>(item.values());");
    if (!set.isEmpty()) {
      String wanted = "changed_" + place.table().name();
      String map = parameters.take(call.use() + " " + wanted, wanted, "Map<String, Object>");
      change.add(values + ".putAll(" + map + ");");
    }
    for (String column : computed) {
      String value = checks.computed(call).value(column, JavaText.Holds.ITEMS);
      change.add(values + ".put(" + JavaText.quoted(at(column).name()) + ", " + value + ");");
    }
    for (String column : added) {
      // Null and a number are null.
      change.add(
          values
              + ".computeIfPresent("
              + JavaText.quoted(at(column).name())
              + ", (column, old) -> "
              + sum(column)
              + ");");
    }
    return each(
        owner -> {
          List<String> all = new ArrayList<>(change);
          all.add(
              "transaction.putItem("
                  + entity
                  + ", "
                  + owner
                  + ", "
                  + collection
                  + ", item.key(), "
                  + values
                  + ");");
          return all;
        });
  }

  private Place at(String column) {
    return place.columns().get(column);
  }

  private String sum(String column) {
    Place at = at(column);
    ScalarType.Kind kind = ((ScalarType) at.type()).kind();
    String delta =
        parameters.take(
            call.use() + " added " + column,
            "added_" + at.name(),
            kind == ScalarType.Kind.DECIMAL ? "BigDecimal" : "long");
    return switch (kind) {
      case INT -> "Math.toIntExact(Math.addExact((Integer) old, " + delta + "))";
      case LONG -> "Math.addExact((Long) old, " + delta + ")";
      default -> "((BigDecimal) old).add(" + JavaText.scaled(delta, at.type()) + ")";
    };
  }

  private interface Change {
    List<String> lines(String owner);
  }

  private String each(Change change) {
    JavaKeys.Keys owners = found.owners();
    if (owners.single()) {
      lines.add("for (Item item : " + found.name() + ") {");
      change.lines(owners.text()).forEach(line -> lines.add("  " + line));
      lines.add("}");
      return found.name() + ".size()";
    }
    String number = names.take("number_of_" + place.table().name());
    lines.add("int " + number + " = 0;");
    String items;
    if (found.itemKeys()) {
      int size = place.entity().key().size();
      lines.add("for (Tuple both : " + owners.text() + ") {");
      lines.add("  Tuple owner = both.slice(0, " + size + ");");
      lines.add("  Tuple itemKey = both.slice(" + size + ", both.size());");
      items = "transaction.item(" + entity + ", owner, " + collection + ", itemKey).stream()";
    } else {
      lines.add("for (Tuple owner : " + owners.text() + ") {");
      items = JavaPages.whole(JavaReads.itemsRead(call), "transaction", "owner");
    }
    String filter = checks.filter(call, JavaText.Holds.ITEMS);
    lines.add("  List<Item> each = " + items);
    lines.add("      " + (filter.isEmpty() ? "" : filter) + ".toList();");
    lines.add("  for (Item item : each) {");
    change.lines("owner").forEach(line -> lines.add("    " + line));
    lines.add("    " + number + "++;");
    lines.add("  }");
    lines.add("}");
    return number;
  }
}
