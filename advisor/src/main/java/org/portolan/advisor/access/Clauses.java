package org.portolan.advisor.access;

import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import net.sf.jsqlparser.expression.AllValue;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.NullValue;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.GroupByElement;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.Limit;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SelectItem;

/** The clauses of a SELECT beside its tables, conditions, groups and order. */
final class Clauses {
  private static final Set<String> TOTALS = Set.of("rollup", "cube");

  private final PathBuilder path;

  Clauses(PathBuilder path) {
    this.path = path;
  }

  /** Returns whether a SELECT takes some of the rows that it finds. */
  static boolean isPage(Select select) {
    return isLimited(select)
        || select.getOffset() != null
        || (select.getLimit() != null && select.getLimit().getOffset() != null)
        || (select instanceof PlainSelect plain && plain.getSkip() != null);
  }

  /** Returns whether a SELECT says how many rows it takes. */
  static boolean isLimited(Select select) {
    return isLimit(select.getLimit())
        || select.getFetch() != null
        || (select instanceof PlainSelect plain
            && (plain.getTop() != null || plain.getFirst() != null));
  }

  /** Returns whether LIMIT takes a number of rows: NULL and ALL take all. */
  static boolean isLimit(Limit limit) {
    return limit != null
        && !(limit.getRowCount() instanceof AllValue || limit.getRowCount() instanceof NullValue);
  }

  /** Returns whether groups are put together to further ones. */
  private static boolean hasTotals(GroupByElement groups) {
    boolean sets = groups.getGroupingSets() != null && !groups.getGroupingSets().isEmpty();
    boolean called =
        groups.getGroupByExpressionList() != null
            && groups.getGroupByExpressionList().stream()
                .anyMatch(
                    group ->
                        group instanceof Function function
                            && TOTALS.contains(function.getName().toLowerCase(Locale.ROOT)));
    return groups.isMysqlWithRollup() || sets || called;
  }

  /** Returns whether a SELECT from a subquery has the same rows as that, in their order. */
  static boolean isPlain(PlainSelect select) {
    return !isPage(select)
        && Stream.of(
                select.getJoins(),
                select.getWhere(),
                select.getGroupBy(),
                select.getHaving(),
                select.getDistinct(),
                select.getOrderByElements())
            .allMatch(Objects::isNull)
        && select.getSelectItems().stream()
            .map(SelectItem::getExpression)
            .allMatch(item -> item instanceof Column || item instanceof AllColumns);
  }

  static boolean isKnown(Join join) {
    return !(join.isSemi() || join.isApply() || join.isAsOf() || join.isAny() || join.isArray())
        && !join.isWindowJoin();
  }

  /** Returns whether a table is read as it is: not as of a time, in parts or with other columns. */
  static boolean isPlain(Table table) {
    return table.getTimeTravel() == null
        && table.getTimeTravelStrAfterAlias() == null
        && (table.getAlias() == null || table.getAlias().getAliasColumns() == null);
  }

  /** Tells the clauses that are no part of the path. */
  void tell(Select select) {
    if (select.getFetch() != null
        && select.getFetch().getFetchParameters().stream()
            .anyMatch(word -> word.contains("TIES"))) {
      path.tell(Untold.TIES);
    }
    if (select.isSkipLocked()) {
      path.tell(Untold.SKIP_LOCKED);
    }
    if (select.getLimitBy() != null) {
      path.tell(Untold.CLAUSE);
    }
    if (!(select instanceof PlainSelect plain)) {
      return;
    }
    if (plain.getDistinct() != null && plain.getDistinct().getOnSelectItems() != null) {
      path.tell(Untold.DISTINCT_ON);
    }
    if (plain.getGroupBy() != null && hasTotals(plain.getGroupBy())) {
      path.tell(Untold.TOTALS);
    }
    boolean others =
        Stream.of(
                plain.getPreWhere(),
                plain.getQualify(),
                plain.getLateralViews(),
                plain.getSampleClause(),
                plain.getOracleHierarchical(),
                plain.getPreferringClause(),
                plain.getKsqlWindow())
            .anyMatch(Objects::nonNull);
    if (others) {
      path.tell(Untold.CLAUSE);
    }
  }
}
