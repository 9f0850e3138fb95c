package org.portolan.rehearsal.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.shape.Shape;
import org.portolan.rehearsal.layout.Place;
import org.portolan.rehearsal.layout.TablePlace;
import org.portolan.types.ColumnType;
import org.portolan.types.ScalarType;

/**
 * Writes the calls of a statement as Java on the API of the data layer, with the conditions that
 * the rows can be checked for. What the notes leave to the application is not in it.
 */
public final class JavaText {
  private final Plan plan;
  private final Names names = new Names();
  private final Map<String, String> parameters = new LinkedHashMap<>();
  private final List<String> lines = new ArrayList<>();

  /** What stands above the lines. */
  private final Set<String> comments = new LinkedHashSet<>();

  /** The numbers of rows that the writing calls change, each as an expression. */
  private final List<String> changes = new ArrayList<>();

  /** The variables of uses, and what they hold. */
  private final Map<Integer, Variable> variables = new HashMap<>();

  private final JavaKeys keys;
  private final JavaChecks checks;
  private final JavaReads reads;

  /** Whether the lines are a write: reads that lock are the beginning of one. */
  private final boolean transactional;

  /** What a variable holds. */
  enum Holds {
    KEYS,
    ROWS,
    ITEMS
  }

  /**
   * A variable with what was found of a use.
   *
   * @param inputs of the call that found it, for columns that the variable does not have
   * @param owners for items, the keys of their owners
   * @param itemKeys whether the keys of the owners go on with those of the items
   * @param filter the call of a stream that has kept them; empty if all that was read is there
   */
  record Variable(
      String name,
      Holds holds,
      TablePlace place,
      List<Input> inputs,
      JavaKeys.Keys owners,
      boolean itemKeys,
      String filter) {

    /** Returns whether it is a map: an item does not tell its owner. */
    boolean isByOwner() {
      return holds == Holds.ITEMS && owners != null && !owners.single();
    }

    /** Returns a list of what was found. */
    String list() {
      return isByOwner() ? name + ".values().stream().flatMap(List::stream).toList()" : name;
    }
  }

  private JavaText(Plan plan) {
    this.plan = plan;
    this.transactional = plan.writes() || isLocking(plan);
    JavaJoined joined = new JavaJoined(plan, names, transactional);
    this.keys = new JavaKeys(plan, variables, names, this::parameter, joined);
    this.checks =
        new JavaChecks(plan, names, this::parameter, keys, joined, comments, transactional);
    String reader = transactional ? "transaction" : "store";
    this.reads = new JavaReads(plan, variables, keys, checks, names, reader, lines, comments);
  }

  /** Returns the lines of a statement whose calls are known. */
  public static JavaLines of(Plan plan) {
    Optional<String> refusal = plan.failure().or(() -> LineRefusals.of(plan));
    if (refusal.isPresent()) {
      return JavaLines.refused(refusal.get());
    }
    JavaText text = new JavaText(plan);
    try {
      text.write();
      text.checks.uncompared().requireNone();
    } catch (NotWrittenException e) {
      return JavaLines.refused(e.getMessage());
    }
    List<String> lines = new ArrayList<>(text.comments);
    lines.addAll(text.lines);
    return new JavaLines(text.parameters, lines, text.changed());
  }

  /** A statement for which there are no right lines. */
  static final class NotWrittenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotWrittenException(String reason) {
      super(reason);
    }
  }

  /** Whether rows are locked, and each is read in a round trip of its own, as a write does it. */
  private static boolean isLocking(Plan plan) {
    return plan.path().locks() && plan.calls().stream().allMatch(call -> call.withCall() < 0);
  }

  /** The variable with the number of rows that the statement has changed; empty if it has none. */
  private Optional<String> changed() {
    return changes.isEmpty() ? Optional.empty() : Optional.of(names.of("changed", "changed"));
  }

  private void write() {
    List<Call> calls = plan.calls();
    if (transactional) {
      lines.add("store.write(transaction -> {");
    }
    for (int place = 0; place < calls.size(); place++) {
      Call call = calls.get(place);
      if (call.kind().isWrite()) {
        new JavaWrites(plan, call, variables, keys, checks, names, this::parameter, lines)
            .write()
            .ifPresent(changes::add);
      } else if (call.withCall() < 0 || plan.writes()) {
        List<Call> riding = new ArrayList<>();
        for (Call other : calls) {
          if (other.withCall() == place && !plan.writes()) {
            riding.add(other);
          }
        }
        reads.write(call, riding);
      }
    }
    together();
    if (transactional) {
      if (!plan.writes()) {
        lines.add("// Here follow the changes that depend on these rows.");
      }
      changed().ifPresent(name -> lines.set(0, "int " + name + " = " + lines.get(0)));
      lines.add("return " + (changes.isEmpty() ? "null" : String.join(" + ", changes)) + ";");
      indent();
      lines.add("});");
    }
  }

  /** The keys or rows that the sides of an OR have found, each once. */
  private void together() {
    List<Variable> sides = new ArrayList<>();
    for (int use = 0; use < plan.path().parts(); use++) {
      sides.add(variables.get(use));
    }
    boolean single = plan.path().parts() > 1 && plan.path().partSize() == 1;
    if (!single || sides.stream().anyMatch(side -> side == null || side.holds() == Holds.ITEMS)) {
      return;
    }
    String either = names.take("either");
    if (sides.stream().allMatch(side -> side.holds() == Holds.ROWS)) {
      lines.add("Map<Tuple, EntityRow> " + either + " = new LinkedHashMap<>();");
      for (Variable side : sides) {
        lines.add(side.name() + ".forEach(row -> " + either + ".putIfAbsent(row.key(), row));");
      }
      return;
    }
    List<String> keys = new ArrayList<>();
    for (Variable side : sides) {
      keys.add(
          side.name()
              + (side.holds() == Holds.KEYS ? "" : ".stream().map(EntityRow::key).toList()"));
    }
    lines.add("List<Tuple> " + either + " = Stream.of(" + String.join(", ", keys) + ")");
    lines.add("    .flatMap(List::stream)");
    lines.add("    .distinct()");
    lines.add("    .toList();");
  }

  private void indent() {
    for (int line = 1; line < lines.size(); line++) {
      lines.set(line, "  " + lines.get(line));
    }
  }

  /** Returns the parameter for a column of a statement, or the constant that the statement has. */
  private String parameter(String thing, String wanted, String type) {
    Optional<String> constant = JavaConstants.of(plan.path(), thing, type);
    if (constant.isPresent()) {
      return constant.get();
    }
    String name = names.of(thing, wanted);
    parameters.put(name, type);
    return name;
  }

  static String javaType(ColumnType type) {
    return type instanceof ScalarType scalar ? scalar.kind().javaClass().getSimpleName() : "Object";
  }

  /** Returns a decimal with the digits that its column has; refuses one that has more. */
  static String scaled(String text, ColumnType type) {
    return isDecimal(type) ? text + ".setScale(" + ((ScalarType) type).scale() + ")" : text;
  }

  /** Returns the same of a value that may be null, and stays so: nothing agrees with it. */
  static String scaledOrNull(String value, ColumnType type) {
    return isDecimal(type) ? value + " == null ? null : " + scaled(value, type) : value;
  }

  static boolean isDecimal(ColumnType type) {
    return type instanceof ScalarType scalar && scalar.kind() == ScalarType.Kind.DECIMAL;
  }

  static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  /** Returns the columns that a statement writes and that are beside the key. */
  static List<String> written(Call call, TableUse use) {
    return use.written().stream()
        .filter(column -> call.place().columns().containsKey(column))
        .filter(
            column -> {
              Place.Part part = call.place().columns().get(column).part();
              return part == Place.Part.COLUMN || part == Place.Part.ITEM_COLUMN;
            })
        .collect(Collectors.toList());
  }

  static boolean isNumber(ColumnType type) {
    return type instanceof ScalarType scalar
        && switch (scalar.kind()) {
          case INT, LONG, DECIMAL -> true;
          default -> false;
        };
  }

  static boolean isSet(TablePlace place) {
    return place.shape() instanceof Shape.Elements;
  }
}
