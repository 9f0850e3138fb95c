package org.portolan.advisor.access;

import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.arithmetic.Addition;
import net.sf.jsqlparser.expression.operators.arithmetic.Subtraction;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.OutputClause;
import net.sf.jsqlparser.statement.ReturningClause;
import net.sf.jsqlparser.statement.delete.Delete;
import net.sf.jsqlparser.statement.delete.ParenthesedDelete;
import net.sf.jsqlparser.statement.insert.ConflictActionType;
import net.sf.jsqlparser.statement.insert.Insert;
import net.sf.jsqlparser.statement.insert.InsertDuplicateAction;
import net.sf.jsqlparser.statement.insert.ParenthesedInsert;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.Values;
import net.sf.jsqlparser.statement.update.ParenthesedUpdate;
import net.sf.jsqlparser.statement.update.Update;
import net.sf.jsqlparser.statement.update.UpdateSet;
import net.sf.jsqlparser.statement.upsert.Upsert;
import net.sf.jsqlparser.statement.upsert.UpsertType;

/** Analyses INSERT, REPLACE, UPDATE and DELETE. */
final class Writes {
  private static final Set<UpsertType> REPLACING =
      Set.of(UpsertType.REPLACE, UpsertType.REPLACE_SET, UpsertType.INSERT_OR_REPLACE);

  private final PathBuilder path;

  Writes(PathBuilder path) {
    this.path = path;
  }

  PathBuilder path() {
    return path;
  }

  /** Analyses a statement and returns false if it is none of these. */
  boolean analyse(Object written, Scope parent) {
    Object statement = unwrapped(written);
    Scope scope = Scope.ofChange(parent);
    if (statement instanceof Insert insert) {
      insert(insert, scope);
    } else if (statement instanceof Upsert replace) {
      replace(replace, scope);
    } else if (statement instanceof Update update) {
      update(update, scope);
    } else if (statement instanceof Delete delete && delete.getTable() != null) {
      delete(delete, scope);
    } else {
      return false;
    }
    return true;
  }

  /** The change in the brackets of WITH. */
  private static Object unwrapped(Object statement) {
    if (statement instanceof ParenthesedInsert brackets && brackets.getInsert() != null) {
      return brackets.getInsert();
    }
    if (statement instanceof ParenthesedUpdate brackets && brackets.getUpdate() != null) {
      return brackets.getUpdate();
    }
    return statement instanceof ParenthesedDelete brackets && brackets.getDelete() != null
        ? brackets.getDelete()
        : statement;
  }

  private void insert(Insert insert, Scope scope) {
    path.selects().with(insert.getWithItemsList(), scope);
    UseBuilder use = target(insert.getTable(), TableUse.Role.INSERTED, scope);
    columns(insert.getColumns(), use);
    sets(insert.getSetUpdateSets(), use, scope);
    if (insert.getColumns() == null && insert.getSetUpdateSets() == null) {
      allColumns(use);
    }
    if (insert.getSelect() != null) {
      // A fresh scope: the target's columns are not seen there.
      path.analyse(insert.getSelect(), scope.apart());
      values(insert.getSelect());
    }
    LeftValues left =
        LeftValues.of(use, insert.getSelect(), insert.getSetUpdateSets(), path.comparisons);
    use.written.removeAll(left.untold());
    List<String> inserted = List.copyOf(use.written);
    path.ignores |= insert.isModifierIgnore();
    returning(insert.getReturningClause(), insert.getOutputClause(), scope);
    InsertDuplicateAction duplicate = insert.getDuplicateAction();
    List<UpdateSet> changes =
        insert.getDuplicateUpdateSets() != null
            ? insert.getDuplicateUpdateSets()
            : duplicate != null ? duplicate.getUpdateSets() : null;
    if (insert.getConflictAction() != null) {
      changes = insert.getConflictAction().getUpdateSets();
      if (insert.getConflictAction().getWhereExpression() != null) {
        path.tell(Untold.CONDITION_OF_CONFLICT);
        path.read(insert.getConflictAction().getWhereExpression(), scope);
      }
      path.ignores |=
          insert.getConflictAction().getConflictActionType() != ConflictActionType.DO_UPDATE;
      path.upsert |=
          insert.getConflictAction().getConflictActionType() == ConflictActionType.DO_UPDATE;
    }
    path.upsert |= duplicate != null || insert.getDuplicateUpdateSets() != null;
    if (duplicate != null && duplicate.getWhereExpression() != null) {
      path.tell(Untold.CONDITION_OF_CONFLICT);
      path.read(duplicate.getWhereExpression(), scope);
    }
    sets(changes, use, scope);
    path.conflict = new Conflicts(this, insert, use, scope).of(inserted, left.nulls(), changes);
  }

  /** Tells of the values of VALUES that rows of tables tell. */
  private void values(Select select) {
    if (select instanceof Values values) {
      tellOfRows(values.getExpressions());
    }
  }

  private void tellOfRows(Expression value) {
    if (!ExpressionParts.of(value).selects.isEmpty()) {
      path.tell(Untold.VALUE_OF_ROWS);
    }
  }

  private void replace(Upsert replace, Scope scope) {
    UseBuilder use = target(replace.getTable(), TableUse.Role.INSERTED, scope);
    path.upsert = true;
    columns(replace.getColumns(), use);
    sets(replace.getUpdateSets(), use, scope);
    if (replace.getColumns() == null && replace.getUpdateSets() == null) {
      allColumns(use);
    }
    if (replace.getSelect() != null) {
      path.analyse(replace.getSelect(), scope.apart());
      values(replace.getSelect());
    }
    LeftValues left =
        LeftValues.of(use, replace.getSelect(), replace.getUpdateSets(), path.comparisons);
    use.written.removeAll(left.untold());
    if (REPLACING.contains(replace.getUpsertType())) {
      path.conflict = Optional.of(Conflict.replacing(List.copyOf(use.written), left.nulls()));
    }
  }

  private void update(Update update, Scope scope) {
    path.writes = true;
    path.selects().with(update.getWithItemsList(), scope);
    UseBuilder use = target(update.getTable(), TableUse.Role.UPDATED, scope);
    path.selects().from(null, update.getStartJoins(), scope);
    path.selects().from(update.getFromItem(), update.getJoins(), scope);
    sets(update.getUpdateSets(), use, scope);
    new Conditions(path, scope).all(update.getWhere());
    returning(update.getReturningClause(), update.getOutputClause(), scope);
    ignored(update.isModifierIgnore());
    path.selects().order(update.getOrderByElements(), scope);
    path.limited |= update.getLimit() != null;
  }

  private void delete(Delete delete, Scope scope) {
    path.writes = true;
    path.selects().with(delete.getWithItemsList(), scope);
    UseBuilder first = path.use(delete.getTable(), scope);
    if (delete.getUsingFromItemList() != null) {
      delete.getUsingFromItemList().forEach(item -> path.selects().from(item, null, scope));
    }
    path.selects().from(null, delete.getJoins(), scope);
    boolean named = delete.getTables() != null && !delete.getTables().isEmpty();
    if (!named) {
      first.role = TableUse.Role.DELETED;
    } else {
      for (Table table : delete.getTables()) {
        Scope.Source source = scope.source(table.getUnquotedName());
        if (source != null && source.use() != null) {
          source.use().role = TableUse.Role.DELETED;
        }
      }
    }
    new Conditions(path, scope).all(delete.getWhere());
    returning(delete.getReturningClause(), delete.getOutputClause(), scope);
    ignored(delete.isModifierIgnore());
    path.selects().order(delete.getOrderByElements(), scope);
    path.limited |= delete.getLimit() != null;
  }

  /** What a change returns of its rows is not in its lines. */
  private void returning(ReturningClause returning, OutputClause output, Scope scope) {
    if (returning != null) {
      returning.forEach(item -> path.read(item.getExpression(), scope));
    }
    if (returning != null || output != null) {
      path.tell(Untold.RETURNING);
    }
  }

  private void ignored(boolean ignores) {
    if (ignores) {
      path.tell(Untold.IGNORED);
    }
  }

  private UseBuilder target(Table table, TableUse.Role role, Scope scope) {
    UseBuilder use = path.use(table, scope);
    use.role = role;
    return use;
  }

  private static void columns(List<Column> columns, UseBuilder use) {
    if (columns != null) {
      columns.forEach(column -> use.written.add(use.column(column.getUnquotedColumnName())));
    }
  }

  private static void allColumns(UseBuilder use) {
    use.table.ifPresent(table -> table.columns().forEach(column -> use.written.add(column.name())));
  }

  private void sets(List<UpdateSet> sets, UseBuilder target, Scope scope) {
    if (sets == null) {
      return;
    }
    Set<Scope.Ref> assigned = new HashSet<>();
    Set<Scope.Ref> whole = new HashSet<>();
    for (UpdateSet set : sets) {
      // The columns of (a, b) = (b, a) are assigned together.
      Set<Scope.Ref> before = Set.copyOf(assigned);
      for (int i = 0; i < set.getColumns().size(); i++) {
        AssignedColumn to = AssignedColumn.of(set.getColumns().get(i), target, path, scope);
        UseBuilder use = to.use();
        use.role = use.role == TableUse.Role.READ ? TableUse.Role.UPDATED : use.role;
        use.written.add(to.column());
        if (i < set.getValues().size()) {
          value(set.getValues().get(i), to, scope);
          if (!Collections.disjoint(before, named(set.getValues().get(i), scope))) {
            path.tell(Untold.ASSIGNED_BEFORE);
          }
        }
        if (use.table.isPresent() && !use.has(to.column())) {
          path.tell(Untold.UNKNOWN_COLUMN);
        }
        Scope.Ref written = new Scope.Ref(use, to.column());
        if ((to.element() ? whole : assigned).contains(written)) {
          path.tell(Untold.ASSIGNED_TWICE);
        }
        assigned.add(written);
        if (!to.element()) {
          whole.add(written);
        }
      }
    }
  }

  private void value(Expression value, AssignedColumn to, Scope scope) {
    UseBuilder use = to.use();
    String column = to.column();
    path.read(value, scope);
    if (use.role == TableUse.Role.INSERTED) {
      tellOfRows(value);
    } else if (!ExpressionParts.of(value).selects.isEmpty() || namesResult(value, scope)) {
      use.computed.put(column, new TableUse.Computed(Set.of(), false, true));
      return;
    }
    Scope.Ref written = new Scope.Ref(use, column);
    Set<Scope.Ref> columns = named(value, scope);
    if (to.element()) {
      columns.add(written);
      columns.addAll(before(use, column));
    }
    boolean whole = !to.element() && !AssignedColumn.isElement(unwrapped(value));
    Scope.Ref copied = whole ? path.resolve(unwrapped(value), scope) : null;
    if (whole && copied == null && isSum(value, written, scope)) {
      use.incremented.add(column);
      return;
    }
    if (columns.isEmpty() || use.role == TableUse.Role.INSERTED) {
      return;
    }
    Set<String> own = new LinkedHashSet<>();
    columns.stream().filter(ref -> ref.use() == use).forEach(ref -> own.add(ref.column()));
    boolean others = columns.stream().anyMatch(ref -> ref.use() != use);
    use.computed.put(column, new TableUse.Computed(own, copied != null && !others, others));
  }

  /** The columns from which an element before is computed. */
  private static List<Scope.Ref> before(UseBuilder use, String column) {
    TableUse.Computed computed = use.computed.get(column);
    return computed == null
        ? List.of()
        : computed.columns().stream().map(name -> new Scope.Ref(use, name)).toList();
  }

  /**
   * Whether a value has what a subquery, a function or a list in FROM makes of its rows: each row
   * that is joined with them has another one.
   */
  private boolean namesResult(Expression value, Scope scope) {
    return ExpressionParts.of(value).columns.stream()
        .filter(scope::mayBeOfResult)
        .anyMatch(column -> path.resolve(column, scope) == null && !path.isWord(column, scope));
  }

  /** Whether a value is the old one of a column and values of the statement, added to it. */
  boolean isSum(Expression value, Scope.Ref column, Scope scope) {
    Expression sum = unwrapped(value);
    if (!AssignedColumn.isElement(sum) && column.equals(path.resolve(sum, scope))) {
      return true;
    }
    if (sum instanceof Addition addition) {
      Expression left = addition.getLeftExpression();
      Expression right = addition.getRightExpression();
      return (isSum(left, column, scope) && isValue(right, scope))
          || (isValue(left, scope) && isSum(right, column, scope));
    }
    return sum instanceof Subtraction subtraction
        && isSum(subtraction.getLeftExpression(), column, scope)
        && isValue(subtraction.getRightExpression(), scope);
  }

  /** Whether an expression has no column of a row that is there. */
  private boolean isValue(Expression expression, Scope scope) {
    return named(expression, scope).isEmpty();
  }

  /** Returns the columns of an expression, which may be one itself. */
  Set<Scope.Ref> named(Expression expression, Scope scope) {
    Set<Scope.Ref> named = columns(expression, scope);
    Scope.Ref itself = path.resolve(unwrapped(expression), scope);
    if (itself != null) {
      named.add(itself);
    }
    return named;
  }

  private Set<Scope.Ref> columns(Expression expression, Scope scope) {
    Set<Scope.Ref> columns = new LinkedHashSet<>();
    ExpressionParts parts = ExpressionParts.of(expression);
    Set<Expression> ofNew = Collections.newSetFromMap(new IdentityHashMap<>());
    // VALUES(column) of MySQL is a value of the row that is not inserted.
    parts.functions.stream()
        .filter(function -> function.getName().equalsIgnoreCase("values"))
        .filter(function -> function.getParameters() != null)
        .forEach(function -> ofNew.addAll(function.getParameters()));
    for (Expression column : parts.columns) {
      Scope.Ref ref = ofNew.contains(column) ? null : path.resolve(column, scope);
      if (ref != null) {
        columns.add(ref);
      }
    }
    return columns;
  }

  static Expression unwrapped(Expression expression) {
    return expression instanceof ParenthesedExpressionList<?> brackets && brackets.size() == 1
        ? unwrapped(brackets.get(0))
        : expression;
  }

  /** Returns a name without the quotes around it. */
  static String unquoted(String name) {
    return new Column(name).getUnquotedColumnName();
  }
}
