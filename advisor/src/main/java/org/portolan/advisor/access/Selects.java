package org.portolan.advisor.access;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import net.sf.jsqlparser.expression.Alias;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.NullValue;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.OrderByElement;
import net.sf.jsqlparser.statement.select.ParenthesedFromItem;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SelectItem;
import net.sf.jsqlparser.statement.select.SetOperationList;
import net.sf.jsqlparser.statement.select.WithItem;

/** Analyses SELECT, with its subqueries, and the FROM of other statements. */
final class Selects {
  private final PathBuilder path;
  private final WithItems withItems;

  Selects(PathBuilder path) {
    this.path = path;
    this.withItems = new WithItems(path, this);
  }

  /**
   * Analyses a query and returns its result: the columns by name, those that are a column of a
   * table as such, others as null.
   */
  Map<String, Scope.Ref> analyse(Select select, Scope parent) {
    Scope scope = new Scope(parent);
    if (parent == null && path.splits && select instanceof PlainSelect) {
      path.splittable = scope;
    }
    with(select.getWithItemsList(), scope);
    Map<String, Scope.Ref> columns = PathBuilder.noColumns();
    if (select instanceof ParenthesedSelect brackets) {
      columns = analyse(brackets.getSelect(), scope);
      aliased(columns, scope);
    } else if (select instanceof PlainSelect plain) {
      columns = plain(plain, scope);
    } else if (select instanceof SetOperationList list) {
      for (Select part : list.getSelects()) {
        Map<String, Scope.Ref> of = analyse(part, scope);
        columns = columns.isEmpty() ? of : columns;
      }
      path.tell(Untold.SETS);
      aliased(columns, scope);
    }
    order(select.getOrderByElements(), scope);
    if (select instanceof SetOperationList && parent != null) {
      // A condition on a result is one on the rows of each part.
      Map<String, Scope.Ref> unknown = new LinkedHashMap<>();
      columns.keySet().forEach(name -> unknown.put(name, null));
      columns = unknown;
    }
    columns = parent == null ? columns : new Results(path, scope).sealed(select, columns);
    new Clauses(path).tell(select);
    if (Clauses.isPage(select) && !isOutermost(parent)) {
      path.tell(Untold.PAGE_OF_SUBQUERY);
    }
    // The rows that a statement changes are those that its subquery finds.
    if (isOutermost(parent) || path.writes) {
      path.limited |= Clauses.isLimited(select);
      path.offset |=
          select.getOffset() != null
              || (select.getLimit() != null && select.getLimit().getOffset() != null);
      path.locks |= select.getForMode() != null || select.getForUpdate() != null;
    }
    return columns;
  }

  private static void aliased(Map<String, Scope.Ref> columns, Scope scope) {
    scope.aliases.putAll(columns);
  }

  private static boolean isOutermost(Scope parent) {
    return parent == null || (parent.sources().isEmpty() && isOutermost(parent.parent()));
  }

  void with(List<WithItem<?>> items, Scope scope) {
    if (items != null) {
      withItems.analyse(items, scope);
    }
  }

  private Map<String, Scope.Ref> plain(PlainSelect select, Scope scope) {
    from(select.getFromItem(), select.getJoins(), scope);
    if (!Clauses.isPlain(select) && select.getFromItem() instanceof ParenthesedSelect inner) {
      tellPage(inner);
    }
    Map<String, Scope.Ref> columns = new LinkedHashMap<>();
    boolean places = true;
    for (SelectItem<?> item : select.getSelectItems()) {
      Scope.Ref ref = item(item, scope, columns);
      // How many places a star takes is not counted.
      places &= !(item.getExpression() instanceof AllColumns);
      if (places) {
        scope.places.add(ref);
      }
    }
    new Conditions(path, scope).where(select.getWhere());
    if (select.getGroupBy() != null) {
      path.grouped = true;
      if (select.getGroupBy().getGroupByExpressionList() != null) {
        select.getGroupBy().getGroupByExpressionList().forEach(any -> path.group(any, scope));
      }
    }
    if (select.getHaving() != null) {
      path.tell(Untold.HAVING);
    }
    Needs needs = new Needs(path, scope);
    needs.of(select);
    path.aggregated |= needs.areAggregates(select, path.useCount());
    path.distinct |=
        select.getDistinct() != null && select.getDistinct().getOnSelectItems() == null;
    return columns;
  }

  /** Of a subquery with a page, what is around it sees no other rows. */
  void tellPage(Select inner) {
    boolean pages =
        Clauses.isPage(inner)
            || (inner instanceof ParenthesedSelect brackets
                && brackets.getSelect() != null
                && Clauses.isPage(brackets.getSelect()));
    if (pages) {
      path.tell(Untold.PAGE_OF_SUBQUERY);
    }
  }

  /** Adds the columns of an item, and returns the one that it is; null if it is none. */
  private Scope.Ref item(SelectItem<?> item, Scope scope, Map<String, Scope.Ref> columns) {
    Expression expression = item.getExpression();
    if (expression instanceof AllTableColumns all) {
      Scope.Source source = scope.source(all.getTable().getUnquotedName());
      if (source != null) {
        all(source, columns);
      }
    } else if (expression instanceof AllColumns) {
      scope.sources().forEach(source -> all(source, columns));
    } else {
      Scope.Ref ref = expression instanceof Column ? path.resolve(expression, scope) : null;
      Alias alias = item.getAlias();
      String name =
          alias != null
              ? alias.getUnquotedName()
              : expression instanceof Column column
                  ? column.getUnquotedColumnName()
                  : "?" + columns.size();
      columns.put(Scope.lower(name), ref);
      scope.aliases.put(Scope.lower(name), ref);
      new Needs(path, scope).of(expression);
      return ref;
    }
    return null;
  }

  private static void all(Scope.Source source, Map<String, Scope.Ref> columns) {
    if (source.use() == null) {
      columns.putAll(source.columns());
      return;
    }
    source.use().readsAll = true;
    source
        .use()
        .table
        .ifPresent(
            table ->
                table
                    .columns()
                    .forEach(
                        column ->
                            columns.putIfAbsent(
                                Scope.lower(column.name()),
                                new Scope.Ref(source.use(), column.name()))));
  }

  /** Analyses FROM and its joins; both may be null. */
  void from(FromItem first, List<Join> joins, Scope scope) {
    if (first != null) {
      source(first, scope);
    }
    if (joins == null) {
      return;
    }
    int uses = path.useCount();
    for (Join join : joins) {
      int before = scope.sources().size();
      int own = path.useCount();
      source(join.getFromItem(), scope);
      Set<Integer> supplied = supplied(join, before, uses, own, scope);
      if (join.getOnExpressions() != null) {
        join.getOnExpressions().forEach(on -> new Conditions(path, scope, supplied).all(on));
      }
      if (join.getUsingColumns() != null) {
        join.getUsingColumns().forEach(column -> using(column, before, scope, supplied));
      }
      if (join.isNatural()) {
        natural(before, scope, supplied);
      }
      if (!Clauses.isKnown(join)) {
        path.tell(Untold.CLAUSE);
      }
    }
  }

  /**
   * Returns the places of the uses of which the result of an outer join may lack a row, and marks
   * them; null of another join.
   *
   * @param before the number of sources before it
   * @param uses the number of uses before all of FROM but its first part
   * @param own the number of uses before its own
   */
  private Set<Integer> supplied(Join join, int before, int uses, int own, Scope scope) {
    boolean left = join.isRight() || join.isFull();
    boolean right = join.isLeft() || join.isFull();
    if (!left && !right) {
      return null;
    }
    List<UseBuilder> supplied = new ArrayList<>();
    if (right) {
      supplied.addAll(path.usesFrom(own));
    }
    if (left) {
      supplied.addAll(path.usesFrom(uses).subList(0, own - uses));
    }
    for (int place = 0; place < scope.sources().size(); place++) {
      if (place < before ? left : right) {
        Scope.Source source = scope.sources().get(place);
        if (source.use() != null) {
          supplied.add(source.use());
        }
        source.columns().values().stream()
            .filter(Objects::nonNull)
            .forEach(ref -> supplied.add(ref.use()));
      }
    }
    for (UseBuilder use : supplied) {
      use.optional = true;
      // Conditions within the side leave out no row of the other.
      use.required = false;
      int turn = use.place < own ? Math.max(1, uses) : own + 1;
      use.turn = use.turn == 0 ? turn : use.turn;
    }
    Set<Integer> places = new LinkedHashSet<>();
    supplied.forEach(use -> places.add(use.place));
    if (join.isFull()) {
      path.tell(Untold.FULL_JOIN);
    }
    return places;
  }

  /** NATURAL JOIN: all columns of one name are equal, if both tables are known. */
  private void natural(int before, Scope scope, Set<Integer> supplied) {
    Scope.Source right = scope.sources().get(before);
    boolean known =
        scope.sources().stream().allMatch(any -> any.use() != null && any.use().table.isPresent());
    if (!known) {
      path.tell(Untold.CLAUSE);
      return;
    }
    for (org.portolan.advisor.schema.Column column : right.use().table.get().columns()) {
      scope.sources().subList(0, before).stream()
          .filter(source -> source.surelyHas(column.name()))
          .findFirst()
          .ifPresent(
              source ->
                  new Conditions(path, scope, supplied)
                      .join(source.column(column.name()), right.column(column.name())));
    }
  }

  private void using(Column column, int before, Scope scope, Set<Integer> supplied) {
    if (before >= scope.sources().size()) {
      path.tell(Untold.CLAUSE);
      return;
    }
    String name = column.getUnquotedColumnName();
    Scope.Ref right = scope.sources().get(before).column(name);
    List<Scope.Source> lefts = scope.sources().subList(0, before);
    Scope.Ref left =
        lefts.stream()
            .filter(source -> source.surelyHas(name))
            .findFirst()
            .or(() -> lefts.stream().filter(source -> source.mayHave(name)).findFirst())
            .map(source -> source.column(name))
            .orElse(null);
    if (left != null && right != null) {
      new Conditions(path, scope, supplied).join(left, right);
    } else {
      path.tell(Untold.CLAUSE);
    }
  }

  private void source(FromItem item, Scope scope) {
    if (item.getPivot() != null || item.getUnPivot() != null || item.getSampleClause() != null) {
      path.tell(Untold.CLAUSE);
    }
    if (item instanceof Table table) {
      if (!Clauses.isPlain(table)) {
        path.tell(Untold.CLAUSE);
      }
      Map<String, Scope.Ref> result =
          table.getSchemaName() == null ? scope.named(table.getUnquotedName()) : null;
      if (result == null && Words.isDual(table, path.schema)) {
        scope.add(new Scope.Source(alias(item, ""), null, PathBuilder.noColumns()));
      } else if (result == null) {
        path.use(table, scope);
      } else {
        withItems.tell(result, scope);
        scope.add(new Scope.Source(alias(item, table.getUnquotedName()), null, result));
      }
    } else if (item instanceof ParenthesedSelect select) {
      Map<String, Scope.Ref> result = analyse(select, scope);
      scope.add(new Scope.Source(alias(item, ""), null, result));
    } else if (item instanceof ParenthesedFromItem brackets) {
      from(brackets.getFromItem(), brackets.getJoins(), scope);
    } else {
      scope.add(new Scope.Source(alias(item, ""), null, PathBuilder.noColumns()));
    }
  }

  private static String alias(FromItem item, String otherwise) {
    return item.getAlias() == null ? otherwise : item.getAlias().getUnquotedName();
  }

  void order(List<OrderByElement> elements, Scope scope) {
    if (elements == null) {
      return;
    }
    List<Orders.Item> items = new ArrayList<>();
    for (OrderByElement element : elements) {
      if (element.getExpression() instanceof NullValue) {
        // ORDER BY NULL of MySQL asks for no order.
        continue;
      }
      Scope.Ref ref = ordered(element.getExpression(), scope);
      if (ref == null) {
        new Needs(path, scope).of(element.getExpression());
      } else {
        ref.use().need(ref.column());
      }
      items.add(new Orders.Item(ref, element));
    }
    path.result.order(items);
  }

  private Scope.Ref ordered(Expression expression, Scope scope) {
    if (expression instanceof LongValue place) {
      long number = place.getValue();
      return number >= 1 && number <= scope.places.size()
          ? scope.places.get((int) number - 1)
          : null;
    }
    if (expression instanceof Column column && column.getTable() == null) {
      String name = Scope.lower(column.getUnquotedColumnName());
      if (scope.aliases.containsKey(name)) {
        return scope.aliases.get(name);
      }
    }
    return path.resolve(expression, scope);
  }
}
