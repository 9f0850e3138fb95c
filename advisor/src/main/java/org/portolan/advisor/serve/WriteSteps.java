package org.portolan.advisor.serve;

import java.util.List;
import java.util.Set;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.schema.ForeignKey;
import org.portolan.advisor.shape.Shape;
import org.portolan.advisor.table.PlannedTable;

/** The steps that change rows which were found, or which are new. */
final class WriteSteps {
  /** What checking one reference adds to a write of a row, in changes. */
  private static final double CHANGES_OF_REFERENCE = 4;

  private final Draft draft;
  private final Estimates estimates;

  WriteSteps(Draft draft, Estimates estimates) {
    this.draft = draft;
    this.estimates = estimates;
  }

  /**
   * Returns the steps.
   *
   * @param rows how many rows are changed
   */
  List<Step> of(TableUse use, double rows) {
    PlannedTable table = draft.tables().get(use.table());
    Shape shape = draft.shape(use.table());
    double bytes = rows * estimates.rowBytes(table);
    double changes = rows * changes(use, table);
    List<String> by =
        shape instanceof Shape.Owned owned ? owned.ownerColumns() : table.identity().columns();
    return List.of(Step.write(kind(use, shape), use.table(), by, rows, changes, bytes));
  }

  /** Returns the look-up of the row that an upsert may change, if its key does not tell it. */
  List<Step> lookUp(TableUse use) {
    PlannedTable table = draft.tables().get(use.table());
    if (!draft.isEntity(use.table()) || table.identity().isIn(use.written())) {
      return List.of();
    }
    return draft.indexes(use.table()).stream()
        .filter(index -> index.unique() && use.written().containsAll(index.on()))
        .limit(1)
        .map(index -> Step.list(index, 1, 1))
        .toList();
  }

  private static Step.Kind kind(TableUse use, Shape shape) {
    boolean deleted = use.role() == TableUse.Role.DELETED;
    if (shape instanceof Shape.Items) {
      return deleted ? Step.Kind.DELETE_ITEM : Step.Kind.PUT_ITEM;
    }
    if (shape instanceof Shape.Owned) {
      return Step.Kind.UPDATE_OWNER;
    }
    return switch (use.role()) {
      case DELETED -> Step.Kind.DELETE;
      case UPDATED -> Step.Kind.UPDATE;
      case INSERTED, READ -> Step.Kind.PUT;
    };
  }

  /** The entries that change with one row. */
  private double changes(TableUse use, PlannedTable table) {
    boolean updated = use.role() == TableUse.Role.UPDATED;
    double changes = 0;
    for (IndexChoice index : draft.indexes(use.table())) {
      if (!updated) {
        changes++;
      } else if (touches(index, use.written())) {
        changes += 2;
      }
    }
    if (draft.isEntity(use.table())) {
      for (ForeignKey key : table.source().foreignKeys()) {
        boolean made = !updated || key.columns().stream().anyMatch(use.written()::contains);
        changes += made ? CHANGES_OF_REFERENCE : 0;
      }
    }
    return changes;
  }

  private static boolean touches(IndexChoice index, Set<String> written) {
    return index.on().stream().anyMatch(written::contains)
        || index.order().stream().anyMatch(order -> written.contains(order.column()));
  }
}
