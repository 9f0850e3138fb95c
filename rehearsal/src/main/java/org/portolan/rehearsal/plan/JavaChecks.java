package org.portolan.rehearsal.plan;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private final JavaKeys keys;
  private final JavaJoined joined;
  private final Set<String> comments;
  private final boolean transactional;
  private final JavaUncompared uncompared;

  /**
   * @param comments to which is added what a caller must know
   * @param transactional whether the rows are read within a write: a row may have changed since an
   *     index listed it, or a scan passed it, and is compared again
   */
  JavaChecks(
      Plan plan,
      Names names,
      JavaKeys.Parameters parameters,
      JavaKeys keys,
      JavaJoined joined,
      Set<String> comments,
      boolean transactional) {
    this.keys = keys;
    this.joined = joined;
    this.comments = comments;
    this.plan = plan;
    this.names = names;
    this.parameters = parameters;
    this.transactional = transactional;
    this.uncompared = new JavaUncompared(plan);
  }

  /** Returns the call of a stream that keeps the rows of a read; empty if it keeps all. */
  String filter(Call call, JavaText.Holds holds) {
    TableUse use = plan.use(call);
    Set<String> checked = LineChecks.known(use, call.place().table(), call.place().shape());
    checked.removeIf(
        column ->
            !call.place().columns().containsKey(column)
                || !isThere(call.place().columns().get(column), holds));
    Set<String> found = found(call, use, holds);
    Set<String> open = conditional(use);
    open.removeIf(column -> checked.contains(column) && !use.opaque().contains(column));
    open.removeAll(found);
    uncompared.add(call, open);
    checked.removeAll(found);
    String one = one(holds);
    List<String> conditions = new ArrayList<>(isThere(call, use, one, holds));
    for (String column : checked) {
      Place at = call.place().columns().get(column);
      conditions.addAll(conditions(call, use, column, at, value(one, at, holds)));
    }
    conditions.addAll(together(call, use, found, holds));
    if (holds == JavaText.Holds.ROWS && !JavaText.isSet(call.place())) {
      conditions.addAll(joined.conditions(call, at -> value(one, at, holds)));
    }
    conditions.addAll(ends(call, use, checked, holds));
    if (plan.changes() && !open.isEmpty() && !(call.place().shape() instanceof Shape.Elements)) {
      conditions.addAll(meets(call, use, open, holds));
    }
    return conditions.isEmpty()
        ? ""
        : ".filter(" + one + " -> " + String.join(" && ", conditions) + ")";
  }

  /** A list that a range enters at an end that is null has nothing of the range. */
  private List<String> ends(Call call, TableUse use, Set<String> checked, JavaText.Holds holds) {
    Optional<String> ranged =
        call.ranged().filter(any -> holds == JavaText.Holds.KEYS && !checked.contains(any));
    List<String> there = new ArrayList<>();
    for (TableUse.End end :
        ranged.map(column -> use.ends().getOrDefault(column, Set.of())).orElse(Set.of())) {
      Place at = call.place().columns().get(ranged.get());
      there.add(end(call, ranged.get(), at, end.isLower()) + " != null");
    }
    return there;
  }

  /** The columns of all conditions of a use, but those on rows found before. */
  private static Set<String> conditional(TableUse use) {
    Set<String> columns = new LinkedHashSet<>(use.equal());
    columns.addAll(use.listed());
    columns.addAll(use.range());
    columns.addAll(use.checked());
    return columns;
  }

  /**
   * The conditions of values that are compared together, unless a key or an index has compared all
   * of them: each by itself has more values.
   */
  private List<String> together(Call call, TableUse use, Set<String> found, JavaText.Holds holds) {
    List<String> conditions = new ArrayList<>();
    for (List<String> together : use.together()) {
      boolean comesAgain = holds == JavaText.Holds.KEYS && use.role() != TableUse.Role.READ;
      if (found.containsAll(together) || comesAgain) {
        continue;
      }
      Map<String, Place> columns = call.place().columns();
      boolean there =
          together.stream()
              .allMatch(
                  column ->
                      columns.containsKey(column)
                          && isThere(columns.get(column), holds)
                          && columns.get(column).type() instanceof ScalarType);
      if (!there) {
        throw new JavaText.NotWrittenException(
            "(" + String.join(", ", together) + ") IN is not compared with what is read");
      }
      List<String> compared = new ArrayList<>();
      for (int position = 0; position < together.size(); position++) {
        String column = together.get(position);
        Place at = columns.get(column);
        ScalarType type = (ScalarType) at.type();
        String java = JavaText.javaType(type);
        String each = names.take("each_" + at.name());
        conditions.add(value(one(holds), at, holds) + " instanceof " + java + " " + each);
        String wanted = "(" + java + ") value.get(" + position + ")";
        compared.add(
            JavaComparisons.equal(
                each, wanted, type, call.place().table().column(column).collation()));
      }
      conditions.add(
          keys.listOf(call.place(), call.use(), together)
              + ".stream().anyMatch(value -> "
              + String.join(" && ", compared)
              + ")");
    }
    return conditions;
  }

  /** What is not compared, a caller tells: a change must leave the rows that do not meet it. */
  private List<String> meets(Call call, TableUse use, Set<String> open, JavaText.Holds holds) {
    String table = call.place().table().name();
    String named = String.join(", ", open);
    if (holds == JavaText.Holds.KEYS) {
      if (use.role() != TableUse.Role.READ) {
        // The rows are read by their keys before they are changed.
        return List.of();
      }
      throw new JavaText.NotWrittenException(
          "the conditions on " + named + " of " + table + ", whose rows are not read");
    }
    if (call.place().shape() instanceof Shape.Items items
        && items.ownerColumns().stream().anyMatch(open::contains)) {
      throw new JavaText.NotWrittenException(
          "the conditions on "
              + named
              + " of "
              + table
              + ", of which items do not tell their owner");
    }
    return List.of(
        meets(call, holds == JavaText.Holds.ITEMS ? "Item" : "EntityRow", named)
            + ".test("
            + one(holds)
            + ")");
  }

  /** Returns the parameter that tells whether something meets what the lines do not compare. */
  private String meets(Call call, String type, String columns) {
    String table = call.place().table().name();
    String meets =
        parameters.take(call.use() + " meets", table + "_meets", "Predicate<" + type + ">");
    comments.add(
        "// %s tells whether a row meets the conditions on %s, which these lines do not compare."
            .formatted(meets, columns));
    return meets;
  }

  /**
   * Returns the condition for which the elements of a set are deleted, of {@code element}; empty if
   * all are.
   */
  String ofElement(Call call, String column, Place at) {
    TableUse use = plan.use(call);
    Set<String> others = conditional(use);
    others.remove(column);
    others.removeAll(found(call, use, JavaText.Holds.ROWS));
    if (!others.isEmpty()) {
      throw new JavaText.NotWrittenException(
          "the conditions on "
              + String.join(", ", others)
              + " are not compared with the rows whose sets are changed");
    }
    List<String> conditions = conditions(call, use, column, at, "element");
    conditions.addAll(
        joined.conditions(
            call,
            of -> of.part() == Place.Part.KEY ? "owner.get(" + of.position() + ")" : "element"));
    if (use.opaque().contains(column)
        || (LineChecks.isBeginning(use, column) && !LineChecks.isText(at.type()))) {
      conditions.add(meets(call, "Object", column) + ".test(element)");
    }
    return String.join(" && ", conditions);
  }

  /**
   * The condition that a row has a part at all, which a change of the part must not make. An owner
   * without it is no row of the part's table.
   */
  private List<String> isThere(Call call, TableUse use, String one, JavaText.Holds holds) {
    boolean part = call.place().shape() instanceof Shape.Part;
    if (use.role() == TableUse.Role.INSERTED || !part || holds != JavaText.Holds.ROWS) {
      return List.of();
    }
    List<String> filled = new ArrayList<>();
    for (Map.Entry<String, Place> column : call.place().columns().entrySet()) {
      if (column.getValue().part() == Place.Part.COLUMN) {
        String there = value(one, column.getValue(), holds) + " != null";
        if (!call.place().table().column(column.getKey()).mayBeNull()) {
          return List.of(there);
        }
        filled.add(there);
      }
    }
    if (!filled.isEmpty()) {
      comments.add(
          "// A row of %s with nothing but nulls is not told from none."
              .formatted(call.place().table().name()));
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
        if (!again
            || joined.has(call.use())
            || call.place().columns().get(input.column()).part() == Place.Part.KEY) {
          found.add(input.column());
        }
      }
      if (!again) {
        other.absent().ifPresent(found::add);
        other.present().filter(any -> other.besideNulls().isPresent()).ifPresent(found::add);
      }
    }
    // A further condition on the same column finds nothing.
    found.removeAll(use.range());
    found.removeAll(use.filtered());
    found.removeIf(
        column ->
            use.equal().contains(column)
                && (use.listed().contains(column) || use.absent().contains(column)));
    return found;
  }

  static String one(JavaText.Holds holds) {
    return switch (holds) {
      case KEYS -> "key";
      case ROWS -> "row";
      case ITEMS -> "item";
    };
  }

  static boolean isThere(Place at, JavaText.Holds holds) {
    return switch (holds) {
      case KEYS -> at.part() == Place.Part.KEY;
      case ROWS -> at.part() == Place.Part.KEY || at.part() == Place.Part.COLUMN;
      case ITEMS -> at.part() == Place.Part.ITEM_KEY || at.part() == Place.Part.ITEM_COLUMN;
    };
  }

  static String value(String one, Place at, JavaText.Holds holds) {
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
      compared.add(JavaComparisons.equal(found, wanted, type, collation));
    }
    boolean together = use.together().stream().anyMatch(group -> group.contains(column));
    if (use.listed().contains(column) && !together) {
      String list =
          parameters.take(call.use() + " list " + column, name + "_list", "List<" + java + ">");
      compared.add(JavaComparisons.listed(found, list, type, collation));
    }
    if (use.unequal().contains(column)) {
      String other = parameters.take(call.use() + " not " + column, "not_" + name, java);
      compared.add(JavaComparisons.differs(found, other, type, collation));
    }
    if (use.unlisted().contains(column)) {
      String list =
          parameters.take(
              call.use() + " none " + column, "not_" + name + "_list", "List<" + java + ">");
      compared.add(JavaComparisons.unlisted(found, list, type, collation));
    }
    for (TableUse.End end : use.ends().getOrDefault(column, Set.of())) {
      String limit = end(call, column, at, end.isLower());
      compared.add(JavaComparisons.within(found, limit, end, type, collation));
    }
    if (LineChecks.isBeginning(use, column) && LineChecks.isText(type)) {
      String beginning = end(call, column, at, true);
      compared.add(JavaComparisons.begins(found, beginning, collation));
      comments.add(
          "// %s is the text before the first wildcard (%% or _) of LIKE, without escapes."
              .formatted(beginning));
    }
    for (JavaFurther further : JavaFurther.of(call, use, column, parameters)) {
      compared.add(further.condition(found, type, collation));
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

  /**
   * Returns the value at which an index is entered: that of the narrowest end of a range.
   *
   * @param included whether entries with this value are read
   */
  String start(Call call, String column, Place at, boolean lower, boolean included) {
    List<String> ends = new ArrayList<>(List.of(end(call, column, at, lower)));
    for (JavaFurther further : JavaFurther.of(call, plan.use(call), column, parameters)) {
      further.end(lower, at.type()).ifPresent(ends::add);
    }
    return JavaComparisons.narrowest(
        ends, lower, included, call.place().table().column(column), at.type());
  }

  /** Returns what writes the values that a change computes. */
  JavaComputed computed(Call call) {
    return new JavaComputed(call, plan.use(call), parameters, comments);
  }

  /** Adds what a caller must know. */
  void note(String comment) {
    comments.add(comment);
  }

  JavaUncompared uncompared() {
    return uncompared;
  }
}
