package org.portolan.advisor.access;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.sf.jsqlparser.expression.Alias;
import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.AnalyticType;
import net.sf.jsqlparser.expression.DateUnitExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.Select;
import org.portolan.advisor.schema.RelationalSchema;
import org.portolan.advisor.sql.NullOrder;

/** An access path while its statement is analysed. Not thread-safe. */
final class PathBuilder {
  final RelationalSchema schema;
  private final List<UseBuilder> uses = new ArrayList<>();
  private final List<JoinPredicate> joins = new ArrayList<>();
  private final List<AccessPath.Aggregate> aggregates = new ArrayList<>();
  private final List<AccessPath.UsedColumn> groups = new ArrayList<>();
  private final Set<String> unresolved = new LinkedHashSet<>();
  private final Selects selects = new Selects(this);
  boolean upsert;
  boolean ignores;
  Optional<Conflict> conflict = Optional.empty();
  boolean grouped;

  /** Whether the result is one row of aggregate functions of all rows that are found. */
  boolean aggregated;

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

  private final Set<Untold> untold = EnumSet.noneOf(Untold.class);
  private boolean sifted;

  /** The first use of the subquery that is analysed beside the rows of the result; 0 for none. */
  private int besideFrom;

  /** The use with the lowest place that was named since a subquery began. */
  private int lowest = Integer.MAX_VALUE;

  /** Whether the statement changes or deletes rows. */
  boolean writes;

  final ResultBuilder result;
  final DatabaseComparisons comparisons;

  PathBuilder(RelationalSchema schema, NullOrder nulls, DatabaseComparisons comparisons) {
    this.schema = schema;
    this.result = new ResultBuilder(nulls);
    this.comparisons = comparisons;
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
    use.inCondition = result.isNested();
    uses.add(use);
    scope.add(new Scope.Source(use.alias, use, Map.of()));
    return use;
  }

  int useCount() {
    return uses.size();
  }

  /** Returns the uses that were added since there were as many as a number says. */
  List<UseBuilder> usesFrom(int before) {
    return List.copyOf(uses.subList(before, uses.size()));
  }

  /** Notes a part of the statement that the path does not tell. */
  void tell(Untold part) {
    untold.add(part);
    // Beside the rows of the result, nothing leaves any of them out.
    sifted |= part.sifts() && besideFrom == 0;
  }

  /** Returns whether a use is read beside the subquery that is analysed, around it. */
  boolean isAround(UseBuilder use) {
    return use.place < besideFrom;
  }

  /** Returns the column of a table that an expression is; null if it is none. */
  Scope.Ref resolve(Expression expression, Scope scope) {
    Scope.Ref found = find(expression, scope);
    if (found != null) {
      lowest = Math.min(lowest, found.use().place);
    }
    return found;
  }

  private Scope.Ref find(Expression expression, Scope scope) {
    if (expression instanceof DateUnitExpression unit) {
      // The parser takes columns named day, month, year and hour for units of time.
      return scope.column(Scope.lower(unit.toString()));
    }
    if (!(expression instanceof Column column)) {
      return null;
    }
    String name = column.getUnquotedColumnName();
    if (Words.isQualified(column)) {
      Table table = column.getTable();
      Scope.Source source = scope.source(table.getUnquotedName());
      Scope.Ref found = source == null ? null : source.column(name);
      boolean missing = source == null ? !Words.isPseudoTable(table) : source.use() != null;
      if (found == null && missing) {
        unresolved.add(column.toString());
      }
      return found;
    }
    Scope.Ref found = scope.column(name);
    if (found == null && !Words.isValue(name) && !scope.aliases.containsKey(Scope.lower(name))) {
      unresolved.add(column.toString());
    }
    return found;
  }

  /** Returns whether a column is none, but a word with a value, a unit, or a text in quotes. */
  boolean isWord(Expression expression, Scope scope) {
    if (resolve(expression, scope) != null) {
      return false;
    }
    if (!(expression instanceof Column column)) {
      return true;
    }
    return Words.isQualified(column)
        ? scope.source(column.getTable().getUnquotedName()) == null
            && Words.isPseudoTable(column.getTable())
        : Words.isValue(column.getUnquotedColumnName()) || column.getColumnName().startsWith("\"");
  }

  /**
   * Notes that the columns of an expression are read, and analyses its subqueries: their rows leave
   * out none of the result.
   */
  void read(Expression expression, Scope scope) {
    ExpressionParts parts = ExpressionParts.of(expression);
    parts.aggregates.forEach(function -> aggregate(function, scope));
    for (AnalyticExpression analytic : parts.analytic) {
      grouped = true;
      boolean ofWindow =
          analytic.getType() == AnalyticType.OVER
              || analytic.getType() == AnalyticType.WITHIN_GROUP_OVER;
      String function = Scope.lower(analytic.getName()) + (ofWindow ? " over a window" : "");
      aggregates.add(new AccessPath.Aggregate(function, Optional.empty(), false));
    }
    for (Expression column : parts.columns) {
      Scope.Ref ref = resolve(column, scope);
      if (ref != null) {
        ref.use().read.add(ref.column());
      }
    }
    parts.selects.forEach(select -> beside(select, scope));
    if (expression != null && ExpressionParts.hidesSelects(expression, parts)) {
      tell(Untold.SUBQUERY);
    }
  }

  /** Notes that the result needs a column. */
  void need(Scope.Ref ref) {
    lowest = Math.min(lowest, ref.use().place);
    ref.use().need(ref.column());
  }

  /**
   * Analyses a subquery whose rows are not joined with those around it: these are found without it.
   * Returns its results, null for those that are no columns of tables.
   */
  Map<String, Scope.Ref> beside(Select select, Scope scope) {
    int outer = besideFrom;
    int before = uses.size();
    besideFrom = before;
    Map<String, Scope.Ref> results = noColumns();
    result.nest(() -> results.putAll(selects.analyse(select, scope)));
    besideFrom = outer;
    usesFrom(before).forEach(use -> use.besideTurn = Math.max(use.besideTurn, before + 1));
    return results;
  }

  /** Analyses a subquery, and returns whether it names columns of the rows around it. */
  boolean isCorrelated(Runnable analysis) {
    int before = lowest;
    lowest = Integer.MAX_VALUE;
    int first = uses.size();
    analysis.run();
    boolean correlated = lowest < first;
    lowest = Math.min(before, lowest);
    return correlated;
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

  static AccessPath.UsedColumn used(Scope.Ref ref) {
    return new AccessPath.UsedColumn(ref.use().place, ref.column());
  }

  /**
   * Notes a condition of which no more is known than its columns, or what it has instead of them.
   * Returns the uses whose columns it has.
   */
  List<UseBuilder> filter(Expression condition, Scope scope) {
    ExpressionParts parts = ExpressionParts.of(condition);
    Map<Integer, UseBuilder> named = new LinkedHashMap<>();
    boolean words = true;
    for (Expression column : parts.columns) {
      Scope.Ref ref = resolve(column, scope);
      if (ref != null) {
        leave(ref);
        named.put(ref.use().place, ref.use());
      }
      words &= ref != null || isWord(column, scope);
    }
    int first = uses.size();
    parts.selects.forEach(select -> beside(select, scope));
    usesFrom(first).forEach(use -> use.filters = true);
    if (!parts.selects.isEmpty() || ExpressionParts.hidesSelects(condition, parts)) {
      tell(Untold.SUBQUERY);
    } else if (named.isEmpty() && !PlainValues.isTrue(condition)) {
      boolean constant = words && parts.functions.stream().noneMatch(PlainValues::isVolatile);
      tell(constant ? Untold.CONSTANT : Untold.NO_COLUMN);
    }
    if (named.size() > 1) {
      tell(Untold.SEVERAL_TABLES);
    } else if (writes && parts.columns.stream().anyMatch(scope::isOfResult)) {
      tell(Untold.AROUND);
    }
    return List.copyOf(named.values());
  }

  /** Leaves a condition on a column to the application. */
  private void leave(Scope.Ref ref) {
    if (ref.sealed()) {
      ref.use().need(ref.column());
      tell(Untold.AROUND);
    } else {
      ref.use().filter(ref.column());
    }
  }

  /** Analyses the query that a statement is, or a subquery whose rows decide on those around it. */
  Map<String, Scope.Ref> analyse(Select select, Scope scope) {
    Map<String, Scope.Ref> columns = noColumns();
    if (scope != null && !scope.sources().isEmpty()) {
      result.nest(() -> columns.putAll(selects.analyse(select, scope)));
    } else {
      columns.putAll(selects.analyse(select, scope));
      result.of(select, columns);
    }
    return columns;
  }

  /**
   * Analyses a subquery whose rows multiply none of those around it. If it finds rows of tables and
   * does no more with them, the result needs none of their columns.
   */
  Map<String, Scope.Ref> within(Select select, Scope scope) {
    int before = uses.size();
    Map<String, Scope.Ref> columns = analyse(select, scope);
    for (UseBuilder use : usesFrom(before)) {
      use.within = use.within < 0 ? before : use.within;
      if (Results.areThoseOfTables(select)) {
        use.needed.clear();
      }
    }
    return columns;
  }

  /** Notes that two columns must be equal. */
  void join(Scope.Ref left, Scope.Ref right) {
    left.use().read.add(left.column());
    right.use().read.add(right.column());
    if (left.use() == right.use()) {
      for (Scope.Ref ref : List.of(left, right)) {
        leave(ref);
      }
      return;
    }
    boolean inOrder = left.use().place < right.use().place;
    Scope.Ref first = inOrder ? left : right;
    Scope.Ref second = inOrder ? right : left;
    // A subquery that takes a page, or forms groups, finds its rows by itself.
    JoinPredicate.Finds finds = JoinPredicate.Finds.of(!first.sealed(), !second.sealed());
    JoinPredicate join =
        new JoinPredicate(
            first.use().place, first.column(), second.use().place, second.column(), finds);
    if (!joins.contains(join)) {
      joins.add(join);
    }
  }

  static Map<String, Scope.Ref> noColumns() {
    return new LinkedHashMap<>();
  }

  /**
   * If the result has no row without one of an outer join's side, it has none without the others of
   * that side, nor without those with which they agree: the join is an inner one.
   */
  private void require() {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (UseBuilder use : uses) {
        if (!use.optional || !use.required) {
          continue;
        }
        List<UseBuilder> more = new ArrayList<>(use.partners);
        uses.stream().filter(other -> other.turn == use.turn).forEach(more::add);
        for (UseBuilder other : more) {
          changed |= !other.required;
          other.required = true;
        }
      }
    }
  }

  AccessPath build() {
    require();
    ResultRows rows = result.build(uses);
    return new AccessPath(
        uses.stream().map(UseBuilder::build).toList(),
        joins,
        upsert,
        ignores,
        conflict,
        grouped,
        aggregated,
        aggregates,
        groups,
        distinct,
        limited,
        offset,
        locks,
        untold,
        sifted,
        rows,
        List.of(),
        1,
        List.copyOf(unresolved));
  }
}
