package org.portolan.rehearsal.plan;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.serve.LineChecks;
import org.portolan.advisor.serve.Step;
import org.portolan.advisor.shape.Shape;
import org.portolan.rehearsal.layout.Place;
import org.portolan.types.Collation;
import org.portolan.types.ScalarType;

/**
 * Writes the conditions by which rows are not found as Java: each row that is read must meet them,
 * before anything is done with it.
 */
final class JavaChecks {
  private final Plan plan;
  private final Names names;
  private final JavaKeys.Parameters parameters;
  private final boolean transactional;

  /**
   * @param transactional whether the rows are read within a write: a row may have changed since an
   *     index listed it, or a scan passed it, and is compared again
   */
  JavaChecks(Plan plan, Names names, JavaKeys.Parameters parameters, boolean transactional) {
    this.plan = plan;
    this.names = names;
    this.parameters = parameters;
    this.transactional = transactional;
  }

  /** Returns the call of a stream that keeps the rows of a read; empty if it keeps all. */
  String filter(Call call, JavaText.Holds holds) {
    TableUse use = plan.use(call);
    Set<String> checked =
        new LinkedHashSet<>(LineChecks.of(use, call.place().table(), call.place().shape()));
    checked.removeAll(found(call, use, holds));
    String one = one(holds);
    List<String> conditions = new ArrayList<>(isThere(call, use, one, holds));
    for (String column : checked) {
      Place at = call.place().columns().get(column);
      if (at != null && isThere(at, holds)) {
        conditions.addAll(conditions(call, use, column, at, value(one, at, holds)));
      }
    }
    return conditions.isEmpty()
        ? ""
        : ".filter(" + one + " -> " + String.join(" && ", conditions) + ")";
  }

  /** The condition that a row has a part at all, which a change of the part must not make. */
  private static List<String> isThere(Call call, TableUse use, String one, JavaText.Holds holds) {
    boolean changes = use.role() == TableUse.Role.UPDATED || use.role() == TableUse.Role.DELETED;
    boolean part = call.place().shape() instanceof Shape.Part;
    if (!changes || !part || holds != JavaText.Holds.ROWS) {
      return List.of();
    }
    List<String> filled = new ArrayList<>();
    for (Map.Entry<String, Place> column : call.place().columns().entrySet()) {
      if (column.getValue().part() == Place.Part.COLUMN) {
        String there = value(one, column.getValue(), holds) + " != null";
        if (!call.place().table().column(column.getKey()).source().nullable()) {
          return List.of(there);
        }
        filled.add(there);
      }
    }
    return filled.isEmpty() ? List.of() : List.of("(" + String.join(" || ", filled) + ")");
  }

  /** The columns by which the rows are found; a range tells where a list begins, not its end. */
  private Set<String> found(Call call, TableUse use, JavaText.Holds holds) {
    Set<String> found = new LinkedHashSet<>();
    for (Call other : plan.calls()) {
      if (other.use() != call.use() || other.kind().isWrite()) {
        continue;
      }
      boolean listed = other.kind() == Step.Kind.LIST || other.kind() == Step.Kind.UNIQUE;
      boolean again = listed && transactional && holds == JavaText.Holds.ROWS;
      for (Input input : other.inputs()) {
        // A key never changes.
        if (!again || call.place().columns().get(input.column()).part() == Place.Part.KEY) {
          found.add(input.column());
        }
      }
      if (!again) {
        other.absent().ifPresent(found::add);
        other.present().filter(any -> other.besideNulls().isPresent()).ifPresent(found::add);
      }
    }
    found.removeAll(use.range());
    return found;
  }

  private static String one(JavaText.Holds holds) {
    return switch (holds) {
      case KEYS -> "key";
      case ROWS -> "row";
      case ITEMS -> "item";
    };
  }

  private static boolean isThere(Place at, JavaText.Holds holds) {
    return switch (holds) {
      case KEYS -> at.part() == Place.Part.KEY;
      case ROWS -> at.part() == Place.Part.KEY || at.part() == Place.Part.COLUMN;
      case ITEMS -> at.part() == Place.Part.ITEM_KEY || at.part() == Place.Part.ITEM_COLUMN;
    };
  }

  private static String value(String one, Place at, JavaText.Holds holds) {
    return at.position() >= 0
        ? one + (holds == JavaText.Holds.KEYS ? "" : ".key()") + ".get(" + at.position() + ")"
        : one + ".value(" + JavaText.quoted(at.name()) + ")";
  }

  private List<String> conditions(Call call, TableUse use, String column, Place at, String value) {
    List<String> conditions = new ArrayList<>();
    if (use.absent().contains(column)) {
      conditions.add(value + " == null");
    } else if (use.present().contains(column)) {
      conditions.add(value + " != null");
    }
    ScalarType type = (ScalarType) at.type();
    String java = JavaText.javaType(type);
    Collation collation = call.place().table().column(column).collation();
    List<String> compared = new ArrayList<>();
    String found = names.of(call.use() + " found " + column, "found_" + at.name());
    String name = call.place().table().column(column).name();
    if (use.equal().contains(column)) {
      String wanted = parameters.take(call.use() + " " + column, name, java);
      compared.add(equal(found, wanted, type, collation));
    }
    if (use.listed().contains(column)) {
      String list =
          parameters.take(call.use() + " " + column, name + "_list", "List<" + java + ">");
      compared.add(
          list + ".stream().anyMatch(value -> " + equal(found, "value", type, collation) + ")");
    }
    for (TableUse.End end : use.ends().getOrDefault(column, Set.of())) {
      String limit = end(call, column, at, end.isLower());
      compared.add(order(found, limit, type, collation) + " " + end.operator() + " 0");
    }
    if (!compared.isEmpty()) {
      conditions.add(
          value
              + " instanceof "
              + java
              + " "
              + found
              + compared.stream().map(each -> " && " + each).collect(Collectors.joining()));
    }
    return conditions;
  }

  /** Returns the parameter with an end of a range. */
  String end(Call call, String column, Place at, boolean lower) {
    String side = lower ? "from" : "to";
    return parameters.take(
        call.use() + " " + side + " " + column,
        side + "_" + at.name(),
        JavaText.javaType(at.type()));
  }

  private static String equal(String left, String right, ScalarType type, Collation collation) {
    boolean same = type.kind() != ScalarType.Kind.DECIMAL && collation == Collation.BINARY;
    return same ? left + ".equals(" + right + ")" : order(left, right, type, collation) + " == 0";
  }

  private static String order(String left, String right, ScalarType type, Collation collation) {
    return switch (type.kind()) {
      case TEXT, COMPRESSED_TEXT ->
          collation == Collation.BINARY
              ? "Values.compare(ScalarType.TEXT, " + left + ", " + right + ")"
              : "Collations.compare(Collation." + collation + ", " + left + ", " + right + ")";
      case BYTES -> "Values.compare(ScalarType.BYTES, " + left + ", " + right + ")";
      default -> left + ".compareTo(" + right + ")";
    };
  }
}
