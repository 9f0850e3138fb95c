package org.portolan.rehearsal.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.serve.Step;
import org.portolan.rehearsal.layout.Place;
import org.portolan.types.Collation;
import org.portolan.types.ScalarType;

/**
 * The values by which an index has listed rows, if rows that were found before tell some of them. A
 * write compares each row with them again: the row may have changed since it was listed. So are the
 * elements of a set, of which the index tells the owners alone.
 */
final class JavaJoined {
  private final Plan plan;
  private final Names names;
  private final boolean transactional;
  private final Map<Integer, Listed> listed = new HashMap<>();

  /**
   * How the rows of a use were listed.
   *
   * @param set the variable with the tuples that the inputs had, as the store compares them; empty
   *     if they had one
   * @param values those of this one tuple
   */
  private record Listed(List<Input> inputs, String set, List<String> values) {}

  /**
   * @param transactional whether the lines are a write, or the beginning of one
   */
  JavaJoined(Plan plan, Names names, boolean transactional) {
    this.plan = plan;
    this.names = names;
    this.transactional = transactional;
  }

  /** Returns whether the rows that a call lists are compared again. */
  boolean isCompared(Call call, List<Input> inputs) {
    boolean lists = call.kind() == Step.Kind.LIST || call.kind() == Step.Kind.UNIQUE;
    return transactional
        && lists
        && areRead(call)
        && inputs.stream()
            .filter(input -> input.kind() == Input.Kind.FOUND)
            .map(input -> call.place().columns().get(input.column()))
            // A key never changes.
            .anyMatch(at -> at.part() != Place.Part.KEY);
  }

  /** Whether more than the keys is read of the rows that a call lists. */
  private boolean areRead(Call call) {
    return plan.use(call).role() != TableUse.Role.READ
        || plan.calls().stream().anyMatch(any -> any.use() == call.use() && any.listed());
  }

  void add(Call call, List<Input> inputs, String set, List<String> values) {
    listed.put(call.use(), new Listed(inputs, set, values));
  }

  /** Returns whether the rows of a use are compared with all by which an index has listed them. */
  boolean has(int use) {
    return listed.containsKey(use);
  }

  /**
   * Returns the conditions on a row or an element.
   *
   * @param value returns what it has in a column
   */
  List<String> conditions(Call call, Function<Place, String> value) {
    Listed by = listed.get(call.use());
    if (by == null) {
      return List.of();
    }
    List<String> conditions = new ArrayList<>();
    List<String> found = new ArrayList<>();
    for (Input input : by.inputs()) {
      Place at = call.place().columns().get(input.column());
      String name = names.take("joined_" + at.name());
      found.add(name);
      conditions.add(value.apply(at) + " instanceof " + JavaText.javaType(at.type()) + " " + name);
    }
    if (by.set().isEmpty()) {
      for (int position = 0; position < found.size(); position++) {
        String column = by.inputs().get(position).column();
        ScalarType type = (ScalarType) call.place().columns().get(column).type();
        Collation collation = collation(call, by.inputs().get(position));
        conditions.add(
            JavaComparisons.equal(found.get(position), value(by, position), type, collation));
      }
      return conditions;
    }
    List<String> compared = new ArrayList<>();
    for (int position = 0; position < found.size(); position++) {
      compared.add(
          JavaKeys.compared(found.get(position), collation(call, by.inputs().get(position))));
    }
    conditions.add(by.set() + ".contains(Tuple.of(" + String.join(", ", compared) + "))");
    return conditions;
  }

  /** A value as one term of a condition. */
  private static String value(Listed by, int position) {
    String value = by.values().get(position);
    return value.contains(" ? ") ? "(" + value + ")" : value;
  }

  private static Collation collation(Call call, Input input) {
    return JavaKeys.collation(call.place(), input.column());
  }
}
