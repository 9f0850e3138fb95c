package org.portolan.advisor.access;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import net.sf.jsqlparser.expression.AnyComparisonExpression;
import net.sf.jsqlparser.expression.AnyType;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.conditional.OrExpression;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ExistsExpression;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.IsDistinctExpression;
import net.sf.jsqlparser.expression.operators.relational.IsNullExpression;
import net.sf.jsqlparser.expression.operators.relational.LikeExpression;
import net.sf.jsqlparser.expression.operators.relational.NotEqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.expression.operators.relational.SupportsOldOracleJoinSyntax;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.Select;

/**
 * The conditions of WHERE and ON, one after another. A condition is a comparison of a column with
 * plain values, a join, or a subquery that is joined; one of any other form is {@link #filter}ed:
 * its columns are told, and what it is without them.
 */
final class Conditions {
  /** More sides of an OR than this are not read one after the other. */
  private static final int SIDES_MAX = 8;

  private final PathBuilder path;
  private final Scope scope;
  private final PlainValues values;
  private boolean splits;

  /**
   * For conditions of an outer join, the places of the uses of which the result may lack a row:
   * these alone are selected by them. Null of other conditions.
   */
  private final Set<Integer> supplied;

  Conditions(PathBuilder path, Scope scope) {
    this(path, scope, null);
  }

  Conditions(PathBuilder path, Scope scope, Set<Integer> supplied) {
    this.path = path;
    this.scope = scope;
    this.supplied = supplied;
    this.values = new PlainValues(path, scope);
  }

  /** Analyses the conditions of WHERE, of which the first OR may be split; null stands for none. */
  void where(Expression condition) {
    splits = path.splittable == scope;
    all(condition);
    splits = false;
  }

  /** Analyses a condition; null stands for none. */
  void all(Expression condition) {
    // Thousands of ANDs lean to the left, so the loop goes there.
    Expression rest = condition;
    while (rest != null) {
      if (rest instanceof ParenthesedExpressionList<?> brackets && brackets.size() == 1) {
        rest = brackets.get(0);
      } else if (rest instanceof AndExpression and) {
        all(and.getRightExpression());
        rest = and.getLeftExpression();
      } else {
        one(rest);
        return;
      }
    }
  }

  private void one(Expression condition) {
    if (condition instanceof SupportsOldOracleJoinSyntax old
        && old.getOldOracleJoinSyntax() != SupportsOldOracleJoinSyntax.NO_ORACLE_JOIN) {
      filter(condition);
      path.tell(Untold.OUTER_CONDITION);
    } else if (condition instanceof EqualsTo equal) {
      equal(equal, equal.getLeftExpression(), equal.getRightExpression());
    } else if (condition instanceof IsDistinctExpression same
        && Spellings.isEquality(same, selecting(same.getLeftExpression()), values)) {
      equalOne(same, same.getLeftExpression(), same.getRightExpression());
    } else if (Spellings.end(condition) != null) {
      BinaryExpression order = (BinaryExpression) condition;
      ranged(
          order, order.getLeftExpression(), order.getRightExpression(), Spellings.end(condition));
    } else if (condition instanceof Between between
        && !between.isNot()
        && !between.isUsingSymmetric()
        && values.isOne(between.getBetweenExpressionStart())
        && values.isOne(between.getBetweenExpressionEnd())) {
      between(between);
    } else if (condition instanceof LikeExpression like && LikeText.hasBeginning(like)) {
      beginning(like);
    } else if (condition instanceof OrExpression or) {
      or(or);
    } else if (condition instanceof IsNullExpression test) {
      isNull(test);
    } else if (condition instanceof InExpression in && !in.isNot()) {
      in(in, in.getLeftExpression(), in.getRightExpression());
    } else if (condition instanceof NotEqualsTo differs) {
      differs(differs, differs.getLeftExpression(), differs.getRightExpression());
    } else if (condition instanceof InExpression in) {
      differs(in, in.getLeftExpression(), in.getRightExpression());
    } else if (condition instanceof ExistsExpression exists
        && !exists.isNot()
        && supplied == null
        && JoinedSelect.hasRows(exists.getRightExpression())) {
      // The rows that the subquery finds are joined with these by its own conditions.
      path.within((Select) exists.getRightExpression(), scope);
    } else if (!isTruth(Truth.of(condition))) {
      filter(condition);
    }
  }

  /** Notes a column that is a condition by itself, and returns whether that is a comparison. */
  private boolean isTruth(Truth truth) {
    Scope.Ref column = truth == null ? null : selecting(truth.column());
    if (column == null || !truth.isComparison(column, supplied != null)) {
      return false;
    }
    require(column);
    return true;
  }

  /** Notes a condition of another form than those that are known. */
  private void filter(Expression condition) {
    if (path.filter(condition, scope).stream().anyMatch(this::isPreserved)) {
      path.tell(Untold.OUTER_CONDITION);
    }
  }

  /** Whether an outer join keeps all rows of a use. */
  private boolean isPreserved(UseBuilder use) {
    return supplied != null && !supplied.contains(use.place);
  }

  /** Returns the column that an expression is; an element of one, as in {@code a[1]}, is none. */
  private Scope.Ref column(Expression expression) {
    boolean element = expression instanceof Column column && column.getArrayConstructor() != null;
    return element ? null : path.resolve(expression, scope);
  }

  /** Returns the column that an expression is, if these conditions leave out rows of its table. */
  private Scope.Ref selecting(Expression expression) {
    Scope.Ref column = column(Disjunction.unwrapped(expression));
    return selects(column) ? column : null;
  }

  private boolean selects(Scope.Ref column) {
    return column != null
        && !column.sealed()
        && !isPreserved(column.use())
        && !path.isAround(column.use());
  }

  /** Notes that a column is compared: a row of nulls, as an outer join has it, does not pass. */
  private void require(Scope.Ref column) {
    column.use().required |= supplied == null && !path.isAround(column.use());
  }

  /**
   * An OR of values of one column is a list. The sides of another one are read one after the other,
   * if that is what the path is built for.
   */
  private void or(OrExpression condition) {
    Disjunction or = new Disjunction(condition);
    Scope.Ref column = or.listed(path, scope, values);
    if (selects(column) && path.comparisons.convert(column, or.values())) {
      filter(condition);
    } else if (selects(column)) {
      column.use().condition(TableUse.Form.LISTED, column.column());
      require(column);
      path.read(condition, scope);
    } else if (splits && path.sides == 0 && or.sides().size() <= SIDES_MAX) {
      path.sides = or.sides().size();
      if (path.side < 0) {
        filter(condition);
      } else {
        all(or.sides().get(path.side));
      }
    } else {
      filter(condition);
    }
  }

  /** IS NULL and IS NOT NULL of a column; of one that an outer join may lack, they ask for rows. */
  private void isNull(IsNullExpression test) {
    Scope.Ref column = selecting(test.getLeftExpression());
    if (column == null || column.use().optional || supplied != null) {
      filter(test);
      return;
    }
    UseBuilder use = column.use();
    use.read.add(column.column());
    if (use.mayBeNull(column.column())) {
      (test.isNot() ? use.present : use.absent).add(column.column());
    } else if (!test.isNot()) {
      use.filter(column.column());
    }
  }

  private void equal(Expression condition, Expression left, Expression right) {
    if (left instanceof ExpressionList<?> lefts
        && right instanceof ExpressionList<?> rights
        && lefts.size() == rights.size()) {
      for (int i = 0; i < lefts.size(); i++) {
        equal(condition, lefts.get(i), rights.get(i));
      }
      return;
    }
    if (right instanceof AnyComparisonExpression any
        && any.getAnyType() != AnyType.ALL
        && any.getSelect() != null) {
      in(condition, left, any.getSelect());
    } else if (Spellings.isOfList("any", right)) {
      in(condition, left, Spellings.list(right));
    } else {
      equalOne(condition, Disjunction.unwrapped(left), Disjunction.unwrapped(right));
    }
  }

  private void equalOne(Expression condition, Expression left, Expression right) {
    if (path.comparisons.isMysql() && (Spellings.isBytes(left) || Spellings.isBytes(right))) {
      filter(condition);
      equalOne(condition, Spellings.ofBytes(left), Spellings.ofBytes(right));
      return;
    }
    Scope.Ref one = column(left);
    Scope.Ref other = column(right);
    if (one == null || other == null) {
      compared(
          condition,
          left,
          right,
          column -> column.use().condition(TableUse.Form.EQUAL, column.column()));
    } else if (selecting(left) == null
        && selecting(right) == null
        && !one.sealed()
        && !other.sealed()) {
      filter(condition);
    } else {
      join(one, other);
    }
  }

  /** Notes that two columns must be equal. */
  void join(Scope.Ref one, Scope.Ref other) {
    require(one);
    require(other);
    if (supplied != null && isPreserved(one.use()) != isPreserved(other.use())) {
      UseBuilder side = isPreserved(one.use()) ? other.use() : one.use();
      side.partners.add(isPreserved(one.use()) ? one.use() : other.use());
    }
    path.join(one, other);
  }

  /** A comparison of a column with a value, or of anything else. */
  private void compared(
      Expression condition, Expression left, Expression right, Consumer<Scope.Ref> comparison) {
    Scope.Ref one = selecting(left);
    Scope.Ref column = one != null ? one : selecting(right);
    Expression value = one != null ? right : left;
    if (column == null) {
      filter(condition);
    } else if (value instanceof ParenthesedSelect select) {
      require(column);
      new JoinedSelect(path, scope).given(select, column, () -> comparison.accept(column));
    } else if (values.has(value) && !path.comparisons.convert(column, value)) {
      require(column);
      column.use().read.add(column.column());
      comparison.accept(column);
      path.read(value, scope);
    } else {
      filter(condition);
    }
  }

  /** MySQL compares with both ends as numbers if one of them is a number. */
  private void between(Between between) {
    Expression left = between.getLeftExpression();
    Expression start = between.getBetweenExpressionStart();
    Expression end = between.getBetweenExpressionEnd();
    Scope.Ref column = selecting(left);
    if (path.comparisons.convert(column, List.of(start, end))
        || !path.comparisons.isRange(column)) {
      filter(between);
    } else {
      ranged(between, left, start, TableUse.End.FROM);
      ranged(between, left, end, TableUse.End.TO);
    }
  }

  /** A column that must differ from a value, or from each value of a list. */
  private void differs(Expression condition, Expression left, Expression right) {
    if (Spellings.isOfList("all", right)) {
      differs(new InExpression(), left, Spellings.list(right));
      return;
    }
    boolean list = condition instanceof InExpression;
    Scope.Ref column = selecting(left);
    boolean plain =
        column != null
            && !column.use().optional
            && supplied == null
            && (list
                ? right instanceof ExpressionList && values.hasList(right)
                : values.has(right));
    if (!plain || path.comparisons.convert(column, right)) {
      filter(condition);
      return;
    }
    UseBuilder use = column.use();
    use.filtered.add(column.column());
    use.condition(list ? TableUse.Form.UNLISTED : TableUse.Form.UNEQUAL, column.column());
    path.read(right, scope);
  }

  /**
   * LIKE with a beginning is a range without ends; beside another one, or with more behind it,
   * nothing more is known of it.
   */
  private void beginning(LikeExpression like) {
    boolean whole = LikeText.isBeginning(like);
    compared(
        like,
        like.getLeftExpression(),
        like.getRightExpression(),
        column -> {
          if (!column.use().range.add(column.column()) || !whole) {
            column.use().filter(column.column());
          }
        });
  }

  /** A comparison by order, with the end that a column on the left has by it. */
  private void ranged(Expression condition, Expression left, Expression right, TableUse.End end) {
    if (Spellings.isRows(left, right, values)) {
      // The first column of a row is not beyond that of the other.
      TableUse.End first = Spellings.including(end);
      ranged(
          condition, ((ExpressionList<?>) left).get(0), ((ExpressionList<?>) right).get(0), first);
      filter(condition);
      return;
    }
    boolean turned = column(Disjunction.unwrapped(left)) == null;
    if (!path.comparisons.isRange(selecting(turned ? right : left))) {
      filter(condition);
      return;
    }
    compared(
        condition,
        Disjunction.unwrapped(left),
        Disjunction.unwrapped(right),
        column -> {
          UseBuilder use = column.use();
          // A range by LIKE alone has no ends.
          boolean begun =
              use.range.contains(column.column()) && !use.ends.containsKey(column.column());
          use.range.add(column.column());
          if (begun) {
            use.filter(column.column());
          }
          use.end(column.column(), turned ? end.turned() : end);
        });
  }

  private void in(Expression condition, Expression left, Expression right) {
    List<? extends Expression> lefts =
        left instanceof ExpressionList<?> list ? List.copyOf(list) : List.of(left);
    List<Scope.Ref> columns =
        lefts.stream().flatMap(part -> Stream.ofNullable(selecting(part))).toList();
    boolean tuples = lefts.size() > 1;
    if (columns.size() < lefts.size() || (right instanceof Select && supplied != null)) {
      filter(condition);
    } else if (right instanceof Select select) {
      new JoinedSelect(path, scope).in(select, columns, () -> filter(condition), this::require);
    } else if (tuples
        ? !values.hasRows(right) || path.comparisons.convertRows(columns, right)
        : !values.hasList(right) || path.comparisons.convert(columns.get(0), right)) {
      filter(condition);
    } else {
      columns.forEach(this::require);
      ListedColumns.add(path, columns, tuples);
      path.read(right, scope);
    }
  }
}
