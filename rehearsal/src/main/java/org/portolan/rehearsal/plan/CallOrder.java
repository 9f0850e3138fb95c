package org.portolan.rehearsal.plan;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.portolan.advisor.access.AccessPath;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.serve.FirstRows;
import org.portolan.advisor.serve.Served;
import org.portolan.advisor.serve.Step;
import org.portolan.advisor.shape.Shape;
import org.portolan.rehearsal.layout.Layout;
import org.portolan.rehearsal.layout.TablePlace;

/** Finds out in which order a step reads, and where it begins and ends. */
final class CallOrder {
  /** Rows of a page, if a statement does not tell. */
  private static final int PAGE = 50;

  private final Layout layout;
  private final Served served;
  private final AccessPath path;
  private final Step step;
  private final TablePlace place;
  private final List<Input> inputs;
  private final TableUse use;

  CallOrder(Layout layout, Served served, Step step, TablePlace place, List<Input> inputs) {
    this.layout = layout;
    this.served = served;
    this.path = served.statement().path().orElseThrow();
    this.step = step;
    this.place = place;
    this.inputs = inputs;
    this.use = path.tables().get(step.use());
  }

  Call call(String name, boolean isListed, int withCall) {
    List<TableUse.Order> has = order();
    Optional<String> ranged = ranged(has);
    boolean listed = ranged.isPresent() && step.kind() == Step.Kind.LIST;
    Optional<TableUse.Order> end = end();
    Optional<String> absent = listed ? Optional.empty() : first(absent());
    Optional<String> present = listed || end.isPresent() ? Optional.empty() : first(use.present());
    List<TableUse.Order> wanted = end.map(List::of).orElseGet(() -> wanted());
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
    boolean limited = inOrder && step.ends();
    // LIKE tells where its texts begin, and not where they end: they are read upwards from there.
    boolean upwards =
        listed
            && !use.ends().containsKey(ranged.get())
            && has.get(0).descending()
            && (!forwards || wanted.isEmpty());
    // Without a page, all of a range is held: it is read as the list goes.
    boolean turned = listed && backwards && !limited && end.isEmpty() && !upwards;
    boolean from = (backwards && !turned) || upwards;
    return new Call(
        step,
        place,
        name,
        inputs,
        isListed,
        ranged.map(
            column ->
                Range.of(
                    column,
                    use.ends().getOrDefault(column, Set.of()),
                    use.further(),
                    listed,
                    has.get(0).descending(),
                    from)),
        absent,
        present,
        from,
        turned,
        end,
        end.isPresent()
            ? OptionalInt.of(1)
            : limited ? OptionalInt.of(wantedRows()) : OptionalInt.empty(),
        withCall);
  }

  /** The order in which a least or greatest value comes first, if that is what a list is for. */
  private Optional<TableUse.Order> end() {
    boolean single =
        step.kind() == Step.Kind.LIST
            && path.tables().size() == 1
            && path.aggregates().size() == 1
            && path.aggregated()
            && path.untold().isEmpty()
            && use.listed().isEmpty()
            && use.range().isEmpty()
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
            // All that is listed is compared by the list, so that its end is the value.
            .filter(order -> Set.of(order.column()).containsAll(use.checked()))
            .filter(order -> !use.filtered().contains(order.column()))
            .filter(
                order -> {
                  List<TableUse.Order> has = step.index().orElseThrow().order();
                  return !has.isEmpty() && has.get(0).column().equals(order.column());
                })
        : Optional.empty();
  }

  private int wantedRows() {
    return (int) Math.max(1, served.statement().limit().orElse(PAGE));
  }

  /** The first column of the order in which something is read, if a range of it is wanted. */
  private Optional<String> ranged(List<TableUse.Order> has) {
    if (step.kind() == Step.Kind.SCAN || step.kind() == Step.Kind.ITEMS) {
      return has.stream().findFirst().map(TableUse.Order::column).filter(use.range()::contains);
    }
    return first(use.range());
  }

  /** The first column of an index's order, if it is one of some columns. */
  private Optional<String> first(Set<String> columns) {
    if (step.kind() != Step.Kind.LIST || inputs.size() != step.by().size()) {
      return Optional.empty();
    }
    return step.index().orElseThrow().order().stream()
        .findFirst()
        .map(TableUse.Order::column)
        .filter(columns::contains);
  }

  /** The columns that must be null and of which a default does not take the place of nulls. */
  private Set<String> absent() {
    Set<String> absent = new LinkedHashSet<>(use.absent());
    absent.removeIf(
        column ->
            layout
                .find(use.table())
                .map(of -> of.table().column(column).rule().defaultValue().isPresent())
                .orElse(true));
    return absent;
  }

  private List<TableUse.Order> order() {
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

  private List<TableUse.Order> wanted() {
    return FirstRows.order(use, step.by());
  }

  private static boolean startsWith(List<TableUse.Order> order, List<TableUse.Order> start) {
    return order.size() >= start.size() && order.subList(0, start.size()).equals(start);
  }

  private static List<TableUse.Order> reversed(List<TableUse.Order> order) {
    return order.stream()
        .map(column -> new TableUse.Order(column.column(), !column.descending()))
        .toList();
  }
}
