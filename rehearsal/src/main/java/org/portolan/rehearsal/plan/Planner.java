package org.portolan.rehearsal.plan;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
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
  /** Rows of a page, if a statement does not tell. */
  private static final int PAGE = 50;

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
      return new Plan(served, planner.calls, Optional.empty());
    } catch (NoCallException e) {
      return new Plan(served, List.of(), Optional.of(e.getMessage()));
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
      if (!isComparable(join)) {
        continue;
      }
      if (join.left() == use && join.leftColumn().equals(column) && done.contains(join.right())) {
        return new Input(column, Input.Kind.FOUND, join.right(), join.rightColumn());
      }
      if (join.right() == use && join.rightColumn().equals(column) && done.contains(join.left())) {
        return new Input(column, Input.Kind.FOUND, join.left(), join.leftColumn());
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
    Optional<String> ranged = ranged(step, inputs);
    List<TableUse.Order> has = order(step, place);
    Optional<TableUse.Order> end = end(step);
    Optional<String> absent =
        ranged.isPresent() ? Optional.empty() : first(step, inputs, absent(step));
    Optional<String> present =
        ranged.isPresent() || end.isPresent()
            ? Optional.empty()
            : first(step, inputs, path.tables().get(step.use()).present());
    List<TableUse.Order> wanted = end.map(List::of).orElseGet(() -> wanted(step));
    if (absent.isPresent()) {
      wanted = new ArrayList<>(wanted);
      wanted.add(0, new TableUse.Order(absent.get(), true));
    }
    boolean forwards = startsWith(has, wanted);
    boolean backwards = !forwards && startsWith(has, reversed(wanted));
    boolean inOrder = forwards || backwards;
    if (absent.isPresent() && !inOrder) {
      backwards = !has.get(0).descending();
    }
    boolean pages =
        step.kind() == Step.Kind.LIST
            || step.kind() == Step.Kind.SCAN
            || step.kind() == Step.Kind.ITEMS;
    boolean limited =
        pages
            && path.limited()
            && !path.grouped()
            && !path.distinct()
            && inOrder
            && decides(step.use())
            && isSingle(step.use())
            && step.found() <= wantedRows();
    return new Call(
        step,
        place,
        name,
        inputs,
        listed,
        ranged,
        absent,
        present,
        backwards,
        end,
        end.isPresent()
            ? OptionalInt.of(1)
            : limited ? OptionalInt.of(wantedRows()) : OptionalInt.empty(),
        withCall);
  }

  /** The order in which a least or greatest value comes first, if that is what a list is for. */
  private Optional<TableUse.Order> end(Step step) {
    boolean single =
        step.kind() == Step.Kind.LIST
            && path.tables().size() == 1
            && path.aggregates().size() == 1
            && path.groups().isEmpty()
            && step.found() <= 1;
    if (!single) {
      return Optional.empty();
    }
    AccessPath.Aggregate aggregate = path.aggregates().get(0);
    boolean greatest = aggregate.function().equals("max");
    return greatest || aggregate.function().equals("min")
        ? aggregate
            .column()
            .map(column -> new TableUse.Order(column.column(), greatest))
            .filter(
                order -> {
                  List<TableUse.Order> has = step.index().orElseThrow().order();
                  return !has.isEmpty() && has.get(0).column().equals(order.column());
                })
        : Optional.empty();
  }

  /** Whether a page of a use is a page of the result, as the steps assume it. */
  private boolean decides(int place) {
    TableUse use = path.tables().get(place);
    boolean chosen = !use.ordered().isEmpty() || isConditional(use);
    for (int other = 0; other < path.tables().size(); other++) {
      TableUse of = path.tables().get(other);
      if (other != place
          && path.isSamePart(other, place)
          && (!of.ordered().isEmpty() || (!chosen && isConditional(of)))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isConditional(TableUse use) {
    return !use.isFree();
  }

  private int wantedRows() {
    return (int) Math.max(1, served.statement().limit().orElse(PAGE));
  }

  /** Whether all that was found before is one row at most: then a page of the next is the page. */
  private boolean isSingle(int use) {
    return calls.stream()
        .filter(call -> path.isSamePart(call.use(), use))
        .allMatch(call -> call.step().found() <= 1);
  }

  private Optional<String> ranged(Step step, List<Input> inputs) {
    return first(step, inputs, path.tables().get(step.use()).range());
  }

  /** The first column of an index's order, if it is one of some columns. */
  private static Optional<String> first(Step step, List<Input> inputs, Set<String> columns) {
    if (step.kind() != Step.Kind.LIST || inputs.size() != step.by().size()) {
      return Optional.empty();
    }
    return step.index().orElseThrow().order().stream()
        .findFirst()
        .map(TableUse.Order::column)
        .filter(columns::contains);
  }

  /** The columns that must be null and of which a default does not take the place of nulls. */
  private Set<String> absent(Step step) {
    TableUse use = path.tables().get(step.use());
    Set<String> absent = new LinkedHashSet<>(use.absent());
    absent.removeIf(
        column ->
            layout
                .find(use.table())
                .map(place -> place.table().column(column).rule().defaultValue().isPresent())
                .orElse(true));
    return absent;
  }

  private static List<TableUse.Order> order(Step step, TablePlace place) {
    if (step.kind() == Step.Kind.LIST) {
      return step.index().orElseThrow().order();
    }
    if (step.kind() == Step.Kind.SCAN) {
      List<String> key = place.keyColumns();
      return key.subList(step.by().size(), key.size()).stream()
          .map(column -> new TableUse.Order(column, false))
          .toList();
    }
    if (place.shape() instanceof Shape.Items items) {
      return items.itemKey().stream()
          .map(item -> new TableUse.Order(item.column(), item.descending()))
          .toList();
    }
    return List.of();
  }

  private List<TableUse.Order> wanted(Step step) {
    TableUse use = path.tables().get(step.use());
    return use.ordered().stream()
        .filter(order -> !use.equal().contains(order.column()))
        .filter(order -> !use.absent().contains(order.column()))
        .toList();
  }

  private static boolean startsWith(List<TableUse.Order> order, List<TableUse.Order> start) {
    return order.size() >= start.size() && order.subList(0, start.size()).equals(start);
  }

  private static List<TableUse.Order> reversed(List<TableUse.Order> order) {
    return order.stream()
        .map(column -> new TableUse.Order(column.column(), !column.descending()))
        .toList();
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
                + ", which is in the key: delete the row and put it under the new key");
      }
      if (at != null && at.part() == Place.Part.ELEMENT) {
        throw new NoCallException("it changes elements of a set: remove one and add the other");
      }
    }
  }
}
