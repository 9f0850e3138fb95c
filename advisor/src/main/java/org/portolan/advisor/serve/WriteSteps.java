package org.portolan.advisor.serve;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.portolan.advisor.access.AccessPath;
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
   * @param read whether these rows were read by their keys
   * @param upsert whether rows that are inserted may exist
   * @param first whether this is the first step that writes: its round trips include the commit
   */
  List<Step> of(TableUse use, double rows, boolean read, boolean upsert, boolean first) {
    PlannedTable table = draft.tables().get(use.table());
    Shape shape = draft.shape(use.table());
    double bytes = rows * estimates.rowBytes(table);
    double changes = rows * changes(use, table);
    List<String> by =
        shape instanceof Shape.Owned owned ? owned.ownerColumns() : table.identity().columns();
    Step.Kind kind = kind(use, shape, upsert);
    double trips = (first ? 1 : 0) + reads(use, table, shape, kind, read, rows);
    return List.of(Step.write(kind, use.table(), by, rows, trips, changes, bytes));
  }

  /** The round trips before the commit: of the rows, and of what decides whether it may be made. */
  private double reads(
      TableUse use, PlannedTable table, Shape shape, Step.Kind kind, boolean read, double rows) {
    boolean inserted = use.role() == TableUse.Role.INSERTED;
    boolean deleted = use.role() == TableUse.Role.DELETED;
    if (shape instanceof Shape.Items) {
      // Each item is read by itself, whether it is there, unless the write has read it.
      return deleted && !read ? Math.max(1, rows) : 0;
    }
    if (shape instanceof Shape.Owned) {
      return inserted || !read ? 1 : 0;
    }
    boolean looks = kind == Step.Kind.INSERT || isDerived(draft, use.table());
    double reads = inserted ? (looks ? 1 : 0) : read ? 0 : 1;
    if (deleted) {
      // The items of each row are read before they are deleted with it.
      reads += collections(draft, use.table()) * Math.max(1, rows);
    }
    return reads + (checksValues(use) ? 1 : 0) + referenceReads(use, table);
  }

  /** Returns how many tables are items of the rows of another. */
  private static long collections(Draft draft, String owner) {
    return draft.shapes().values().stream()
        .filter(other -> other instanceof Shape.Items items && items.owner().equals(owner))
        .count();
  }

  /** Whether anything follows from the rows, so that a write must know the row before. */
  static boolean isDerived(Draft draft, String name) {
    boolean ofOwned =
        draft.shapes().entrySet().stream()
            .anyMatch(
                other ->
                    other.getValue() instanceof Shape.Owned owned
                        && owned.owner().equals(name)
                        && !draft.indexes(other.getKey()).isEmpty());
    return !draft.indexes(name).isEmpty()
        || ofOwned
        || !kept(draft, draft.tables().get(name)).isEmpty();
  }

  /** The foreign keys of a table that references of the design keep. */
  private static List<ForeignKey> kept(Draft draft, PlannedTable table) {
    return table.source().foreignKeys().stream()
        .filter(key -> References.lost(draft, table, key).isEmpty())
        .toList();
  }

  /** Whether a unique value is taken or given back. */
  private boolean checksValues(TableUse use) {
    return draft.indexes(use.table()).stream()
        .anyMatch(
            index ->
                index.unique()
                    && (use.role() != TableUse.Role.UPDATED || touches(index, use.written())));
  }

  /**
   * The round trips of references: one for the rows that are referred to. A row that is deleted
   * takes one for the references that restrict it, and one for those that delete with it. To end a
   * reference takes none.
   */
  private double referenceReads(TableUse use, PlannedTable table) {
    if (use.role() == TableUse.Role.DELETED) {
      return deletionReads(use.table());
    }
    boolean made =
        kept(draft, table).stream()
            .anyMatch(
                key ->
                    use.role() == TableUse.Role.INSERTED
                        || key.columns().stream().anyMatch(use.written()::contains));
    return made ? 1 : 0;
  }

  private int deletionReads(String deleted) {
    Set<Boolean> cascading = new HashSet<>();
    draft.tables().values().stream()
        .filter(other -> draft.isEntity(other.source().name()))
        .flatMap(
            other ->
                other.source().foreignKeys().stream()
                    .filter(key -> key.table().equalsIgnoreCase(deleted))
                    .filter(key -> References.lost(draft, other, key).isEmpty()))
        .map(key -> key.onDelete().toLowerCase(Locale.ROOT))
        .forEach(action -> cascading.add(action.equals("cascade")));
    return cascading.size();
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

  /** Returns the step of an INSERT that looks whether its row exists. */
  Step lookedUp(AccessPath path) {
    TableUse use = path.tables().get(0);
    PlannedTable table = draft.tables().get(use.table());
    ConflictKeys found = ConflictKeys.of(draft, path);
    List<List<String>> keys = found.orOwn(table);
    if (path.conflict().orElseThrow().replaces()) {
      return replacing(use, found);
    }
    boolean updates = path.conflict().orElseThrow().updates() && !keys.isEmpty();
    List<String> identity = table.identity().columns();
    TableUse written = updates ? ConflictKeys.change(draft, path) : use;
    // The look-up of a key that is there is followed by a read of its row.
    double trips = updates && !keys.contains(identity) ? 1 : 0;
    trips += keys.size();
    Step.Kind kind = updates ? Step.Kind.UPSERT : Step.Kind.INSERT_NEW;
    Shape shape = draft.shape(use.table());
    boolean read = updates || keys.contains(identity);
    trips += reads(written, table, shape, Step.Kind.INSERT, read, 1) - (read && !updates ? 1 : 0);
    // A row that keeps all that it has is not written.
    trips += updates && written.written().isEmpty() ? 0 : 1;
    return Step.write(
        kind,
        use.table(),
        found.keys().isEmpty() ? List.of() : keys.get(0),
        1,
        trips,
        changes(written, table),
        estimates.rowBytes(table));
  }

  /** The step of REPLACE that deletes rows with an equal unique key, and inserts the new one. */
  private Step replacing(TableUse use, ConflictKeys found) {
    PlannedTable table = draft.tables().get(use.table());
    Shape shape = draft.shape(use.table());
    double trips = 1 + reads(use, table, shape, Step.Kind.INSERT, false, 1);
    if (!found.keys().isEmpty()) {
      // The row that they find is read; its items are deleted with it.
      trips += found.keys().size() + 1.0 + collections(draft, use.table());
      trips += deletionReads(use.table());
    }
    return Step.write(
        Step.Kind.REPLACE,
        use.table(),
        found.keys().isEmpty() ? List.of() : found.keys().get(0),
        1,
        trips,
        changes(use, table) * (found.keys().isEmpty() ? 1 : 2),
        estimates.rowBytes(table));
  }

  private static Step.Kind kind(TableUse use, Shape shape, boolean upsert) {
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
      case INSERTED, READ -> upsert ? Step.Kind.PUT : Step.Kind.INSERT;
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
      for (ForeignKey key : kept(draft, table)) {
        boolean made = !updated || key.columns().stream().anyMatch(use.written()::contains);
        changes += made ? CHANGES_OF_REFERENCE : 0;
      }
    }
    return changes;
  }

  static boolean touches(IndexChoice index, Set<String> written) {
    return index.on().stream().anyMatch(written::contains)
        || index.order().stream().anyMatch(order -> written.contains(order.column()));
  }
}
