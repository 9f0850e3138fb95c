package org.portolan.advisor.access;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.sf.jsqlparser.expression.Alias;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.insert.ConflictActionType;
import net.sf.jsqlparser.statement.insert.Insert;
import net.sf.jsqlparser.statement.insert.InsertConflictTarget;
import net.sf.jsqlparser.statement.select.Values;
import net.sf.jsqlparser.statement.update.UpdateSet;
import org.portolan.advisor.schema.Key;

/** Analyses what an INSERT does with a row that exists. */
final class Conflicts {
  private final Writes writes;
  private final Insert insert;
  private final UseBuilder use;
  private final Scope scope;
  private String refusal = "";

  /**
   * @param use the table
   */
  Conflicts(Writes writes, Insert insert, UseBuilder use, Scope scope) {
    this.writes = writes;
    this.insert = insert;
    this.use = use;
    this.scope = scope;
  }

  /**
   * Returns what it does; empty if it refuses the row.
   *
   * @param inserted the columns whose values it tells
   * @param nulls those of them that are null
   * @param changes of the row; null if it has none
   */
  Optional<Conflict> of(List<String> inserted, Set<String> nulls, List<UpdateSet> changes) {
    boolean onConflict = insert.getConflictAction() != null;
    boolean updates =
        onConflict
            ? insert.getConflictAction().getConflictActionType() == ConflictActionType.DO_UPDATE
            : changes != null;
    if (!onConflict && changes == null && !insert.isModifierIgnore()) {
      return Optional.empty();
    }
    if (insert.getSelect() != null && !(insert.getSelect() instanceof Values)) {
      refusal = "each row of the SELECT may be there: read them by their keys in the same write";
    }
    Alias alias = alias();
    if (alias != null && alias.getAliasColumns() != null) {
      refusal = "the columns of the new row have other names";
    }
    Optional<List<String>> target = target();
    Map<String, Conflict.Assigned> assigned = new LinkedHashMap<>();
    for (UpdateSet set : changes == null ? List.<UpdateSet>of() : changes) {
      for (int place = 0; place < set.getColumns().size(); place++) {
        if (place >= set.getValues().size()) {
          refusal = "several columns are assigned by one value";
        } else {
          AssignedColumn to =
              AssignedColumn.of(set.getColumns().get(place), use, writes.path(), scope);
          Expression value = Writes.unwrapped(set.getValues().get(place));
          if (to.element() || !isItself(value, to.column())) {
            assigned.put(to.column(), assigned(to, value));
          }
        }
      }
    }
    return Optional.of(
        new Conflict(
            inserted,
            nulls,
            target,
            updates ? Conflict.Fate.IS_CHANGED : Conflict.Fate.STAYS,
            assigned,
            refusal.isEmpty() ? Optional.empty() : Optional.of(refusal)));
  }

  private Alias alias() {
    return insert.getSelect() instanceof Values values && values.getAlias() != null
        ? values.getAlias()
        : insert.getRowAlias();
  }

  private Optional<List<String>> target() {
    InsertConflictTarget target = insert.getConflictTarget();
    if (target == null) {
      return Optional.empty();
    }
    String name = target.getConstraintName();
    if (name != null) {
      Optional<Key> key =
          use.table.flatMap(
              table ->
                  table.keys().stream()
                      .filter(any -> any.name().equalsIgnoreCase(Writes.unquoted(name)))
                      .findFirst());
      if (key.isEmpty()) {
        refusal = "the schema has no key " + name;
      }
      return Optional.of(key.map(Key::columns).orElse(List.of()));
    }
    boolean plain =
        target.getWhereExpression() == null
            && target.getIndexExpression() == null
            && target.getIndexElements() != null
            && target.getIndexElements().stream()
                .allMatch(element -> element.toString().equals(element.getColumnName()));
    if (!plain) {
      refusal = "ON CONFLICT names a key by more than its columns";
      return Optional.of(List.of());
    }
    return Optional.of(
        target.getIndexColumnNames().stream()
            .map(column -> use.column(Writes.unquoted(column)))
            .toList());
  }

  private boolean isItself(Expression value, String column) {
    return value instanceof Column
        && !AssignedColumn.isElement(value)
        && writes.named(value, scope).contains(new Scope.Ref(use, column));
  }

  private Conflict.Assigned assigned(AssignedColumn to, Expression value) {
    String column = to.column();
    Expression bare = Writes.unwrapped(value);
    Optional<String> given =
        to.element() || AssignedColumn.isElement(bare) ? Optional.empty() : given(bare);
    if (given.isPresent()) {
      return new Conflict.Assigned(Conflict.Source.GIVEN, List.of(given.get()));
    }
    Scope.Ref written = new Scope.Ref(use, column);
    List<String> own = new ArrayList<>();
    for (Scope.Ref ref : writes.named(value, scope)) {
      own.add(ref.column());
      if (ref.use() != use) {
        refusal = column + " is computed from rows of another table";
      }
    }
    if (!ExpressionParts.of(value).selects.isEmpty()) {
      refusal = column + " is computed from rows of another table";
    }
    if (bare instanceof Function function
        && function.getName().equalsIgnoreCase("last_insert_id")) {
      refusal = "LAST_INSERT_ID keeps the key of the row that is there, and the lines return none";
    }
    if (to.element()) {
      own.add(column);
      return new Conflict.Assigned(Conflict.Source.COMPUTED, own);
    }
    if (own.isEmpty()) {
      return new Conflict.Assigned(Conflict.Source.VALUE, own);
    }
    boolean copied =
        bare instanceof Column && !AssignedColumn.isElement(bare) && !own.contains(column);
    Conflict.Source source =
        copied
            ? Conflict.Source.COPIED
            : writes.isSum(value, written, scope)
                ? Conflict.Source.ADDED
                : Conflict.Source.COMPUTED;
    return new Conflict.Assigned(source, own);
  }

  /** The column of the new row that an expression is. */
  private Optional<String> given(Expression value) {
    if (value instanceof Function function
        && function.getName().equalsIgnoreCase("values")
        && function.getParameters() != null
        && function.getParameters().size() == 1
        && function.getParameters().get(0) instanceof Column column) {
      return Optional.of(use.column(column.getUnquotedColumnName()));
    }
    if (!(value instanceof Column column)
        || column.getTable() == null
        || column.getTable().getName() == null) {
      return Optional.empty();
    }
    String row = column.getTable().getUnquotedName();
    Alias alias = alias();
    boolean named = alias != null && alias.getUnquotedName().equalsIgnoreCase(row);
    return named || (insert.getConflictAction() != null && row.equalsIgnoreCase("excluded"))
        ? Optional.of(use.column(column.getUnquotedColumnName()))
        : Optional.empty();
  }
}
