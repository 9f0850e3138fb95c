package org.portolan.advisor.serve;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.shape.Shape;
import org.portolan.advisor.table.PlannedTable;

/** Finds rows that are in the rows of an owner. */
final class OwnedAccess {
  private final Draft draft;
  private final Indexes indexes;
  private final Estimates estimates;

  OwnedAccess(Draft draft, Indexes indexes, Estimates estimates) {
    this.draft = draft;
    this.indexes = indexes;
    this.estimates = estimates;
  }

  /**
   * Returns the way to the rows of a use.
   *
   * @param ownerRead whether the owner's row is read in the step before
   * @param page how many rows the statement wants, if the first are the first of the result ({@link
   *     FirstRows}); empty for all
   */
  EntityAccess.Way way(Known known, Shape.Owned shape, boolean ownerRead, OptionalDouble page) {
    PlannedTable table = draft.tables().get(known.use().table());
    if (shape instanceof Shape.Elements elements && !known.all(shape.ownerColumns())) {
      return ofElement(known, elements);
    }
    if (!known.all(shape.ownerColumns())) {
      return new EntityAccess.Way(
          List.of(), 0, List.of(), Optional.of("it finds rows without their owner"));
    }
    double trips = ownerRead ? 0 : 1;
    if (shape instanceof Shape.Items items) {
      return items(known, items, table, trips, page);
    }
    double bytes = known.values() * estimates.rowBytes(table);
    List<String> notes = new ArrayList<>();
    // A set has no order.
    boolean ordered =
        !(shape instanceof Shape.Elements)
            || FirstRows.order(known.use(), shape.ownerColumns()).isEmpty();
    note(known, shape, known.others(shape.ownerColumns()), ordered, notes);
    return new EntityAccess.Way(
        List.of(
            Step.read(
                Step.Kind.GET_PART,
                known.use().table(),
                shape.ownerColumns(),
                known.values(),
                trips,
                bytes)),
        shape instanceof Shape.Elements
            ? known.values() * estimates.perValue(table, shape.ownerColumns())
            : known.values(),
        notes,
        Optional.empty());
  }

  private EntityAccess.Way items(
      Known known, Shape.Items shape, PlannedTable table, double trips, OptionalDouble page) {
    List<String> itemKey = shape.itemKey().stream().map(Shape.ItemColumn::column).toList();
    double bytes = estimates.rowBytes(table);
    if (known.all(itemKey)) {
      List<String> by = new ArrayList<>(shape.ownerColumns());
      by.addAll(itemKey);
      double found = known.values();
      List<String> notes = new ArrayList<>();
      note(known, shape, known.others(by), found <= 1, notes);
      return new EntityAccess.Way(
          List.of(
              Step.read(Step.Kind.GET_ITEM, known.use().table(), by, found, trips, found * bytes)),
          found,
          notes,
          Optional.empty());
    }
    double all = known.values() * estimates.perValue(table, shape.ownerColumns());
    List<TableUse.Order> order =
        shape.itemKey().stream()
            .map(column -> new TableUse.Order(column.column(), column.descending()))
            .toList();
    boolean ordered =
        new IndexChoice(known.use().table(), List.of(), order, false)
            .isOrderedBy(FirstRows.order(known.use(), shape.ownerColumns()));
    Set<String> others = known.others(shape.ownerColumns());
    if (!order.isEmpty()
        && known.use().range().contains(order.get(0).column())
        && !known.use().opaque().contains(order.get(0).column())) {
      others.remove(order.get(0).column());
    }
    List<String> notes = new ArrayList<>();
    note(known, shape, known.others(shape.ownerColumns()), ordered, notes);
    boolean first = page.isPresent() && ordered && others.isEmpty();
    double found = first ? Math.min(all, known.values() * page.getAsDouble()) : all;
    boolean ends =
        page.isPresent()
            && ordered
            && found <= known.values() * page.getAsDouble()
            && FirstRows.areChecked(known.others(shape.ownerColumns()), known.use(), table, shape);
    boolean outside = first && !order.isEmpty() && isReadFromOutside(order, known.use());
    if (outside) {
      notes.add(
          "no read of items begins at a value of "
              + order.get(0).column()
              + ": the lines of Java pass the items before the page, too; with the cursor of the"
              + " last page, the application reads the next one alone");
    }
    return new EntityAccess.Way(
        List.of(
            Step.read(
                    Step.Kind.ITEMS,
                    known.use().table(),
                    shape.ownerColumns(),
                    found,
                    trips,
                    (outside ? all : found) * bytes)
                .ending(ends)),
        found,
        notes,
        Optional.empty());
  }

  /** Whether the range of a page begins at a value: items are read from an end of their list. */
  private static boolean isReadFromOutside(List<TableUse.Order> order, TableUse use) {
    boolean backwards = !IndexChoice.startsWith(order, use.ordered());
    boolean upwards = order.get(0).descending() == backwards;
    return use.ends().getOrDefault(order.get(0).column(), Set.of()).stream()
        .anyMatch(end -> end.isLower() == upwards);
  }

  private void note(
      Known known, Shape shape, Set<String> others, boolean ordered, List<String> notes) {
    PlannedTable table = draft.tables().get(known.use().table());
    known.note(
        others,
        LineChecks.of(known.use(), table, shape),
        List.copyOf(known.columns()),
        ordered,
        notes);
  }

  /** The owners that have an element, by an index on the set. */
  private EntityAccess.Way ofElement(Known known, Shape.Elements shape) {
    String table = known.use().table();
    IndexChoice wanted = new IndexChoice(table, List.of(shape.element()), List.of(), false);
    for (IndexChoice index : indexes.of(table, wanted)) {
      if (known.columns().containsAll(index.on())) {
        double found =
            known.values()
                * estimates.perValue(draft.tables().get(table), List.of(shape.element()));
        List<String> notes = new ArrayList<>();
        boolean ordered = index.isOrderedBy(FirstRows.order(known.use(), index.on()));
        note(known, shape, known.others(index.on()), ordered, notes);
        return new EntityAccess.Way(
            List.of(Step.list(index, found, 1)), found, notes, Optional.empty());
      }
    }
    return new EntityAccess.Way(
        List.of(), 0, List.of(), Optional.of("no index lists " + shape.element()));
  }
}
