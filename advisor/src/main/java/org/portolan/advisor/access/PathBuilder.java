package org.portolan.advisor.access;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.sf.jsqlparser.expression.Alias;
import net.sf.jsqlparser.expression.DateUnitExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.Select;
import org.portolan.advisor.schema.RelationalSchema;

/** An access path while its statement is analysed. Not thread-safe. */
final class PathBuilder {
  private final RelationalSchema schema;
  private final List<UseBuilder> uses = new ArrayList<>();
  private final List<JoinPredicate> joins = new ArrayList<>();
  private final List<AccessPath.Aggregate> aggregates = new ArrayList<>();
  private final List<AccessPath.UsedColumn> groups = new ArrayList<>();
  private final Set<String> unresolved = new LinkedHashSet<>();
  private final Selects selects = new Selects(this);
  boolean upsert;
  boolean ignores;
  boolean grouped;
  boolean distinct;
  boolean limited;
  boolean offset;
  boolean locks;

  /** Which side of an OR is analysed; negative for the whole. */
  int side = -1;

  /** How many sides the OR has; 0 if none was found that can be split. */
  int sides;

  /** Whether the statement is a query, whose sides may be read one after the other. */
  boolean splits;

  /** The scope whose conditions may have the OR; null if the statement is split nowhere. */
  Scope splittable;

  /**
   * Whether a condition names no column, or has a subquery of which it is not told what it means.
   */
  boolean unclear;

  /** Whether the statement changes or deletes rows. */
  boolean writes;

  PathBuilder(RelationalSchema schema) {
    this.schema = schema;
  }

  Selects selects() {
    return selects;
  }

  /** Adds a use of a table, and the name by which the scope knows it. */
  UseBuilder use(Table table, Scope scope) {
    String name = table.getUnquotedName();
    String qualified =
        table.getUnquotedSchemaName() == null ? name : table.getUnquotedSchemaName() + "." + name;
    Optional<org.portolan.advisor.schema.Table> known = schema.table(qualified);
    Alias alias = table.getAlias();
    UseBuilder use =
        new UseBuilder(known, name, alias == null ? name : alias.getUnquotedName(), uses.size());
    uses.add(use);
    scope.add(new Scope.Source(use.alias, use, Map.of()));
    return use;
  }

  /** Returns the column of a table that an expression is; null if it is none. */
  Scope.Ref resolve(Expression expression, Scope scope) {
    if (expression instanceof DateUnitExpression unit) {
      // The parser takes columns named day, month, year and hour for units of time.
      return scope.column(Scope.lower(unit.toString()));
    }
    if (!(expression instanceof Column column)) {
      return null;
    }
    String name = column.getUnquotedColumnName();
    Table table = column.getTable();
    boolean qualified = table != null && table.getName() != null && !table.getName().isEmpty();
    Scope.Ref found;
    if (qualified) {
      Scope.Source source = scope.source(table.getUnquotedName());
      found = source == null ? null : source.column(name);
      boolean missing = source == null ? !isPseudoTable(table) : source.use() != null;
      if (found == null && missing) {
        unresolved.add(column.toString());
      }
      return found;
    } else {
      found = scope.column(name);
    }
    if (found == null && !isValue(name) && !scope.aliases.containsKey(Scope.lower(name))) {
      unresolved.add(column.toString());
    }
    return found;
  }

  /** The row that an INSERT did not insert, or that a trigger sees. */
  private static boolean isPseudoTable(Table table) {
    return switch (Scope.lower(table.getUnquotedName())) {
      case "excluded", "new", "old", "inserted", "deleted" -> true;
      default -> false;
    };
  }

  /** Words that the parser takes for columns. */
  private static boolean isValue(String name) {
    return switch (Scope.lower(name)) {
      case "true",
          "false",
          "default",
          "current_date",
          "current_timestamp",
          "current_time",
          "current_user",
          "localtime",
          "localtimestamp",
          "sysdate",
          "rownum",
          "null" ->
          true;
      default -> name.startsWith("@");
    };
  }

  /** Notes that the columns of an expression are read, and analyses its subqueries. */
  void read(Expression expression, Scope scope) {
    ExpressionParts parts = ExpressionParts.of(expression);
    parts.aggregates.forEach(function -> aggregate(function, scope));
    for (Column column : parts.columns) {
      Scope.Ref ref = resolve(column, scope);
      if (ref != null) {
        ref.use().read.add(ref.column());
      }
    }
    parts.selects.forEach(select -> selects.analyse(select, scope));
  }

  private void aggregate(Function function, Scope scope) {
    grouped = true;
    List<? extends Expression> arguments = function.getParameters();
    Scope.Ref ref =
        arguments != null && arguments.size() == 1 ? resolve(arguments.get(0), scope) : null;
    aggregates.add(
        new AccessPath.Aggregate(
            Scope.lower(function.getName()),
            Optional.ofNullable(ref).map(PathBuilder::used),
            function.isDistinct()));
  }

  /** Notes that rows are grouped by an expression. */
  void group(Expression expression, Scope scope) {
    grouped = true;
    Scope.Ref ref = resolve(expression, scope);
    if (ref != null) {
      groups.add(used(ref));
    }
    read(expression, scope);
  }

  private static AccessPath.UsedColumn used(Scope.Ref ref) {
    return new AccessPath.UsedColumn(ref.use().place, ref.column());
  }

  /** As {@link #read}, for a condition of a form that selects no single column. */
  void filter(Expression expression, Scope scope) {
    unclear |= !filtered(expression, scope);
  }

  /** As {@link #filter(Expression, Scope)}, for a comparison. */
  void filter(Expression left, Expression right, Scope scope) {
    boolean one = filtered(left, scope);
    boolean other = filtered(right, scope);
    unclear |= !one && !other;
  }

  /** Notes the columns of a condition, and returns whether there are any. */
  private boolean filtered(Expression expression, Scope scope) {
    ExpressionParts parts = ExpressionParts.of(expression);
    boolean found = false;
    for (Column column : parts.columns) {
      Scope.Ref ref = resolve(column, scope);
      if (ref != null) {
        ref.use().filter(ref.column());
        found = true;
      }
    }
    unclear |= !parts.selects.isEmpty();
    parts.selects.forEach(select -> selects.analyse(select, scope));
    return found;
  }

  Map<String, Scope.Ref> analyse(Select select, Scope scope) {
    return selects.analyse(select, scope);
  }

  /** Notes that two columns must be equal. */
  void join(Scope.Ref left, Scope.Ref right) {
    left.use().read.add(left.column());
    right.use().read.add(right.column());
    if (left.use() == right.use()) {
      left.use().filter(left.column());
      right.use().filter(right.column());
      return;
    }
    boolean inOrder = left.use().place < right.use().place;
    Scope.Ref first = inOrder ? left : right;
    Scope.Ref second = inOrder ? right : left;
    JoinPredicate join =
        new JoinPredicate(first.use().place, first.column(), second.use().place, second.column());
    if (!joins.contains(join)) {
      joins.add(join);
    }
  }

  static Map<String, Scope.Ref> noColumns() {
    return new LinkedHashMap<>();
  }

  AccessPath build() {
    return new AccessPath(
        uses.stream().map(UseBuilder::build).toList(),
        joins,
        upsert,
        ignores,
        grouped,
        aggregates,
        groups,
        distinct,
        limited,
        offset,
        locks,
        unclear,
        List.of(),
        1,
        List.copyOf(unresolved));
  }
}
