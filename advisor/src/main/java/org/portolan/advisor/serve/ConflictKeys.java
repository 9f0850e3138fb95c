package org.portolan.advisor.serve;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.portolan.advisor.access.AccessPath;
import org.portolan.advisor.access.Conflict;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.schema.Column;
import org.portolan.advisor.schema.Key;
import org.portolan.advisor.table.Identity;
import org.portolan.advisor.table.PlannedTable;

/**
 * The keys by which an INSERT may find that its row exists: those that the statement names, or any
 * of the table, as far as it tells their values.
 *
 * @param keys the columns of each; none if no row can exist
 * @param refusal why a row is not looked up by them, for people; empty if it can be
 */
public record ConflictKeys(List<List<String>> keys, Optional<String> refusal) {
  /** A default that no other row has. */
  private static final Pattern NEW = Pattern.compile("uuid|nextval|random");

  /** A key for which no row is looked up. */
  private static final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    RefusedException(String reason) {
      super(reason);
    }
  }

  public ConflictKeys {
    keys = List.copyOf(keys);
  }

  /**
   * Returns whether a statement is written as a look-up of the row, and what follows from it: one
   * row of an entity, with a clause for the row that exists. REPLACE by the row's own key needs no
   * look-up.
   */
  static boolean areLookedUp(Draft draft, AccessPath path) {
    if (path.conflict().isEmpty() || path.tables().size() > 1) {
      return false;
    }
    TableUse use = path.tables().get(0);
    boolean byKey =
        path.conflict().get().replaces()
            && draft.tables().get(use.table()).identity().isIn(use.written());
    return draft.isEntity(use.table()) && !byKey;
  }

  /** Returns the keys of a statement with a clause for the row that exists. */
  public static ConflictKeys of(Draft draft, AccessPath path) {
    Conflict conflict = path.conflict().orElseThrow();
    PlannedTable table = draft.tables().get(path.tables().get(0).table());
    try {
      return new ConflictKeys(keys(draft, table, conflict), Optional.empty());
    } catch (RefusedException e) {
      return new ConflictKeys(List.of(), Optional.of(e.getMessage()));
    }
  }

  private static List<List<String>> keys(Draft draft, PlannedTable table, Conflict conflict)
      throws RefusedException {
    if (conflict.refusal().isPresent()) {
      throw new RefusedException(conflict.refusal().get());
    }
    Set<List<String>> keys = new LinkedHashSet<>();
    boolean named = false;
    for (Key key : table.source().keys()) {
      boolean unique = key.kind() == Key.Kind.PRIMARY || key.kind() == Key.Kind.UNIQUE;
      boolean wanted = conflict.target().isEmpty() || isNamed(conflict.target().get(), key);
      if (unique && wanted) {
        named = true;
        key(draft, table, conflict, key).ifPresent(keys::add);
      }
    }
    if (conflict.target().isPresent() && !named) {
      throw new RefusedException(
          "no unique key of " + table.name() + " has the columns that ON CONFLICT names");
    }
    if (conflict.updates() && keys.size() > 1) {
      List<String> each = keys.stream().map(key -> String.join(", ", key)).toList();
      throw new RefusedException(
          "it may meet one row of "
              + table.name()
              + " by "
              + String.join(", and another by ", each)
              + ": MySQL changes one of them, and does not say which");
    }
    return List.copyOf(keys);
  }

  private static boolean isNamed(List<String> target, Key key) {
    Set<String> names = new LinkedHashSet<>();
    target.forEach(column -> names.add(column.toLowerCase(Locale.ROOT)));
    Set<String> columns = new LinkedHashSet<>();
    key.columns().forEach(column -> columns.add(column.toLowerCase(Locale.ROOT)));
    return key.isUnique() && names.equals(columns);
  }

  /** The columns of a key; empty if no row can have the values of the new one. */
  private static Optional<List<String>> key(
      Draft draft, PlannedTable table, Conflict conflict, Key key) throws RefusedException {
    boolean declared =
        table.identity().kind() == Identity.Kind.PRIMARY
            || table.identity().kind() == Identity.Kind.UNIQUE;
    String name = "the unique key " + key + " of " + table.name();
    if (!key.isUnique() || key.parts().stream().anyMatch(part -> part.prefix() > 0)) {
      throw new RefusedException(name + " has rows that no index finds");
    }
    List<String> columns = new ArrayList<>();
    for (String column : key.columns()) {
      columns.add(table.column(column).source().name());
    }
    for (String column : columns) {
      if (!conflict.inserted().contains(column)) {
        if (isNew(table.column(column).source(), key)) {
          return Optional.empty();
        }
        throw new RefusedException(
            "the "
                + (conflict.replaces() ? "REPLACE" : "INSERT")
                + " does not tell "
                + column
                + " of "
                + name
                + ", in which its default counts");
      }
    }
    if (!key.nullsEqual() && columns.stream().anyMatch(conflict.nulls()::contains)) {
      return Optional.empty();
    }
    List<String> identity = table.identity().columns();
    if (declared && columns.containsAll(identity)) {
      if (columns.size() > identity.size() && conflict.target().isPresent()) {
        throw new RefusedException(name + " has more columns than the key of the row");
      }
      return Optional.of(identity);
    }
    boolean nulls = columns.stream().anyMatch(column -> table.column(column).source().nullable());
    boolean kept =
        !(key.nullsEqual() && nulls)
            && draft.indexes(table.source().name()).stream()
                .anyMatch(index -> index.unique() && index.on().equals(columns));
    if (!kept) {
      throw new RefusedException(name + " is kept by no index");
    }
    return Optional.of(columns);
  }

  /**
   * Whether a column that an INSERT does not tell is null, or has a value that no other row has.
   */
  private static boolean isNew(Column column, Key key) {
    String value = column.defaultValue().toLowerCase(Locale.ROOT);
    boolean isNull = column.nullable() && (value.isEmpty() || value.equals("null"));
    return column.autoIncrement()
        || NEW.matcher(value).find()
        || (isNull && !key.nullsEqual() && column.generatedAs().isEmpty());
  }

  /** Returns the keys that are looked up; of a statement that is refused, the row's own. */
  public List<List<String>> orOwn(PlannedTable table) {
    return refusal.isPresent() ? List.of(table.identity().columns()) : keys;
  }

  /** Returns the change that the row gets if it exists; its key stays as it is. */
  public static TableUse change(Draft draft, AccessPath path) {
    Conflict conflict = path.conflict().orElseThrow();
    TableUse use = path.tables().get(0);
    Set<String> assigned = new LinkedHashSet<>(conflict.assigned().keySet());
    draft.tables().get(use.table()).identity().columns().forEach(assigned::remove);
    Set<String> added = new LinkedHashSet<>(conflict.added());
    added.retainAll(assigned);
    return use.assigning(assigned, added);
  }
}
