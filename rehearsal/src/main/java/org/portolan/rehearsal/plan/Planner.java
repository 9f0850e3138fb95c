package org.portolan.rehearsal.plan;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.portolan.advisor.access.AccessPath;
import org.portolan.advisor.access.JoinPredicate;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.serve.JoinTypes;
import org.portolan.advisor.serve.Served;
import org.portolan.advisor.serve.Step;
import org.portolan.advisor.shape.Shape;
import org.portolan.design.CounterDesign;
import org.portolan.rehearsal.layout.Layout;
import org.portolan.rehearsal.layout.Place;
import org.portolan.rehearsal.layout.TablePlace;

/**
 * Turns the steps of a served statement into calls: where each takes its values, in which direction
 * it reads, which calls share a round trip. What the steps leave open is decided here once, for the
 * execution and for the lines of Java.
 */
public final class Planner {
  private final Layout layout;
  private final Served served;
  private final AccessPath path;
  private final List<Call> calls = new ArrayList<>();
  private final Set<Integer> done = new LinkedHashSet<>();

  /** A step that is no call. */
  private static final class NoCallException extends Exception {
    private static final long serialVersionUID = 1L;

    NoCallException(String reason) {
      super(reason);
    }
  }

  private Planner(Layout layout, Served served) {
    this.layout = layout;
    this.served = served;
    this.path = served.statement().path().orElseThrow();
  }

  /** Returns the calls of a statement that is served. */
  public static Plan plan(Layout layout, Served served) {
    Planner planner = new Planner(layout, served);
    try {
      for (Step step : served.steps()) {
        planner.add(step);
      }
      return new Plan(layout, served, planner.calls, Optional.empty());
    } catch (NoCallException e) {
      return new Plan(layout, served, List.of(), Optional.of(e.getMessage()));
    }
  }

  private void add(Step step) throws NoCallException {
    TablePlace place =
        layout
            .find(step.table())
            .orElseThrow(
                () -> new NoCallException("the shape of " + step.table() + " is not known"));
    if (step.kind().isWrite()) {
      requireWritable(step, place);
      calls.add(call(step, place, "", List.of(), false, -1));
      return;
    }
    switch (step.kind()) {
      case COUNT, SUM -> calls.add(call(step, place, counter(step, place), List.of(), false, -1));
      case GET, LIST, UNIQUE, SCAN, ITEMS, GET_ITEM, GET_PART -> addRead(step, place);
      default -> throw new NoCallException("steps of the form " + step.kind() + " are not known");
    }
    done.add(step.use());
  }

  private void addRead(Step step, TablePlace place) throws NoCallException {
    boolean listed = step.kind() == Step.Kind.GET && isListed(step);
    List<Input> inputs = new ArrayList<>();
    if (!listed) {
      for (String column : columns(step, place)) {
        inputs.add(input(step.use(), column));
      }
    }
    String name = step.index().map(layout::index).orElse("");
    calls.add(call(step, place, name, inputs, listed, withCall(step, place, inputs)));
  }

  /** Whether the step before has listed the keys of the same use. */
  private boolean isListed(Step step) {
    if (calls.isEmpty()) {
      return false;
    }
    Call before = calls.get(calls.size() - 1);
    boolean lists = before.kind() == Step.Kind.LIST || before.kind() == Step.Kind.UNIQUE;
    return lists && before.use() == step.use() && before.step().table().equals(step.table());
  }

  private static List<String> columns(Step step, TablePlace place) {
    return switch (step.kind()) {
      case LIST, UNIQUE, SCAN -> step.by();
      case GET_ITEM -> {
        List<String> columns = new ArrayList<>(place.keyColumns());
        columns.addAll(place.itemKeyColumns());
        yield columns;
      }
      default -> place.keyColumns();
    };
  }

  private Input input(int use, String column) throws NoCallException {
    TableUse of = path.tables().get(use);
    if (of.equal().contains(column)) {
      return new Input(column, Input.Kind.CONSTANT, use, column);
    }
    if (of.listed().contains(column)) {
      return new Input(column, Input.Kind.LISTED, use, column);
    }
    for (JoinPredicate join : path.joins()) {
      if (join.isOf(use, column)
          && done.contains(join.other(use))
          && join.finds(use)
          && isComparable(join)) {
        return new Input(column, Input.Kind.FOUND, join.other(use), join.otherColumn(use));
      }
    }
    throw new NoCallException("no step before tells " + of.table() + "." + column);
  }

  private boolean isComparable(JoinPredicate join) {
    Optional<TablePlace> left = layout.find(path.tables().get(join.left()).table());
    Optional<TablePlace> right = layout.find(path.tables().get(join.right()).table());
    return left.isEmpty()
        || right.isEmpty()
        || JoinTypes.agree(
            left.get().table(), join.leftColumn(), right.get().table(), join.rightColumn());
  }

  /** The call whose round trip this one shares: that of the row that owns what it reads. */
  private int withCall(Step step, TablePlace place, List<Input> inputs) {
    if (step.trips() > 0 || !(place.shape() instanceof Shape.Owned)) {
      return -1;
    }
    for (int number = calls.size() - 1; number >= 0; number--) {
      Call owner = calls.get(number);
      if (owner.kind() == Step.Kind.GET
          && owner.place().entity().name().equals(place.entity().name())
          && !(owner.place().shape() instanceof Shape.Owned)
          && isKnownWith(owner, inputs)) {
        return number;
      }
    }
    return -1;
  }

  private boolean isKnownWith(Call owner, List<Input> inputs) {
    Set<Integer> before = new LinkedHashSet<>();
    calls.subList(0, calls.indexOf(owner)).forEach(call -> before.add(call.use()));
    before.remove(owner.use());
    for (Input input : inputs) {
      boolean ofKey =
          input.use() == owner.use() && owner.place().keyColumns().contains(input.usedColumn());
      if (input.kind() == Input.Kind.FOUND && !ofKey && !before.contains(input.use())) {
        return false;
      }
    }
    return true;
  }

  private Call call(
      Step step, TablePlace place, String name, List<Input> inputs, boolean listed, int withCall) {
    return new CallOrder(layout, served, step, place, inputs).call(name, listed, withCall);
  }

  private static String counter(Step step, TablePlace place) throws NoCallException {
    Optional<String> collection =
        place.collection().isEmpty() ? Optional.empty() : Optional.of(place.collection());
    Optional<String> sums =
        step.kind() == Step.Kind.SUM
            ? Optional.of(place.columns().get(step.by().get(0)).name())
            : Optional.empty();
    return place.entity().counters().stream()
        .filter(counter -> counter.sums().equals(sums))
        .filter(counter -> counter.collection().equals(collection))
        .findFirst()
        .map(CounterDesign::name)
        .orElseThrow(() -> new NoCallException("the design has no counter of " + place.name()));
  }

  private void requireWritable(Step step, TablePlace place) throws NoCallException {
    TableUse use = path.tables().get(step.use());
    if (use.role() != TableUse.Role.UPDATED) {
      return;
    }
    for (String column : use.written()) {
      Place at = place.columns().get(column);
      if (at != null && (at.part() == Place.Part.KEY || at.part() == Place.Part.ITEM_KEY)) {
        throw new NoCallException(
            "it changes "
                + column
                + ", which is in the key: insert the row with the new key and delete the old one, in"
                + " one transaction");
      }
      if (at != null && at.part() == Place.Part.ELEMENT) {
        throw new NoCallException(
            "it changes elements of a set: remove one and add the other, in one transaction");
      }
    }
  }
}
