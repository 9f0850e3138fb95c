package org.portolan.advisor.access;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.JdbcNamedParameter;
import net.sf.jsqlparser.expression.JdbcParameter;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.LateralSubSelect;
import net.sf.jsqlparser.statement.select.ParenthesedFromItem;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SelectItem;
import org.portolan.advisor.sql.SqlText;

/**
 * The forms of a query of which it is known that each combination of rows that agree is one row of
 * its result, unless DISTINCT makes equal ones one. Each form that counts is named here. A query of
 * any other form may leave rows out, multiply them or put several into one, so no page of a list is
 * one of its result.
 */
final class ResultForms {

  /** Words before a bracket. */
  private static final Pattern CALLED = Pattern.compile("([\\p{L}\\p{N}_$.@`\"\\]]++)\\s*+\\(");

  /** Words that stand before a bracket, and functions that have one value for each row. */
  private static final Set<String> SCALAR =
      Set.of(
          ("in and or not xor is when then else case end between like ilike as cast convert extract"
                  + " exists interval div distinct from row values using both leading trailing"
                  + " char varchar decimal numeric binary varbinary datetime timestamp float"
                  + " coalesce ifnull nullif nvl if iif isnull greatest least"
                  + " concat concat_ws lower upper lcase ucase length char_length character_length"
                  + " octet_length bit_length substr substring substring_index left right mid trim"
                  + " ltrim rtrim btrim lpad rpad replace repeat reverse insert instr locate position"
                  + " strpos split_part initcap ascii chr format to_char to_date to_number"
                  + " to_timestamp md5 sha1 sha2 sha256 hex unhex encode decode to_base64 from_base64"
                  + " crc32 translate elt field find_in_set strcmp soundex quote space"
                  + " abs round floor ceil ceiling mod power pow sqrt sign truncate trunc rand random"
                  + " log ln exp pi"
                  + " date time year quarter month week weekday day hour minute second microsecond"
                  + " dayofmonth dayofweek dayofyear dayname monthname date_format time_format"
                  + " date_add date_sub adddate subdate addtime subtime datediff timestampdiff"
                  + " timestampadd timediff date_trunc date_part age from_unixtime unix_timestamp"
                  + " str_to_date now curdate curtime current_date current_timestamp current_time"
                  + " localtimestamp sysdate utc_timestamp utc_date to_days from_days last_day makedate"
                  + " clock_timestamp statement_timestamp"
                  + " json_extract json_unquote json_value json_object json_array json_length"
                  + " json_contains jsonb_build_object json_build_object to_json to_jsonb row_to_json"
                  + " cardinality array_length array_to_string array"
                  + " uuid gen_random_uuid inet_ntoa inet_aton inet6_ntoa inet6_aton"
                  + " database user version connection_id match against bin oct conv")
              .split(" "));

  private int pages;

  private ResultForms() {}

  /** Returns whether each combination of rows is one row, and how many are wanted is known. */
  static boolean areRows(Select select) {
    ResultForms forms = new ResultForms();
    return forms.isKnown(select) && forms.pages <= 1;
  }

  private boolean isKnown(Select select) {
    if (select.getWithItemsList() != null || select.getLimitBy() != null || !isPageKnown(select)) {
      return false;
    }
    pages += Clauses.isPage(select) ? 1 : 0;
    if (select instanceof ParenthesedSelect brackets) {
      return !(brackets instanceof LateralSubSelect)
          && isFrom(brackets)
          && brackets.getSelect() != null
          && isKnown(brackets.getSelect());
    }
    return select instanceof PlainSelect plain && isKnown(plain);
  }

  private boolean isKnown(PlainSelect select) {
    boolean others =
        Stream.of(
                select.getGroupBy(),
                select.getHaving(),
                select.getQualify(),
                select.getWindowDefinitions(),
                select.getPreWhere(),
                select.getLateralViews(),
                select.getSampleClause(),
                select.getOracleHierarchical(),
                select.getPreferringClause(),
                select.getKsqlWindow(),
                select.getInterpolate(),
                select.getTop(),
                select.getFirst(),
                select.getSkip())
            .anyMatch(Objects::nonNull);
    return !others
        && (select.getDistinct() == null || select.getDistinct().getOnSelectItems() == null)
        && (select.getFromItem() == null || isKnown(select.getFromItem()))
        && areKnown(select.getJoins())
        && select.getSelectItems().stream().map(SelectItem::getExpression).allMatch(this::isValue);
  }

  private boolean areKnown(List<Join> joins) {
    return joins == null
        || joins.stream().allMatch(join -> Clauses.isKnown(join) && isKnown(join.getFromItem()));
  }

  private static boolean isFrom(FromItem item) {
    return item.getPivot() == null && item.getUnPivot() == null && item.getSampleClause() == null;
  }

  private boolean isKnown(FromItem item) {
    if (item instanceof Table table) {
      return isFrom(table) && Clauses.isPlain(table);
    }
    if (item instanceof ParenthesedFromItem brackets) {
      return isFrom(brackets) && isKnown(brackets.getFromItem()) && areKnown(brackets.getJoins());
    }
    return item instanceof ParenthesedSelect select && isKnown((Select) select);
  }

  /** Whether a part of the list has one value for each row: no aggregate, window or set of rows. */
  private boolean isValue(Expression expression) {
    if (expression instanceof Column || expression instanceof AllColumns) {
      return true;
    }
    String text = expression.toString();
    for (Select select : ExpressionParts.of(expression).selects) {
      // A subquery has one value.
      text = text.replace(select.toString(), "?");
    }
    String plain = SqlText.withoutLiterals(text);
    return Results.windows(plain) == 0
        && CALLED
            .matcher(plain)
            .results()
            .allMatch(call -> SCALAR.contains(call.group(1).toLowerCase(Locale.ROOT)));
  }

  /** Whether a page has as many rows as a number says: no share of them, and no sum. */
  private static boolean isPageKnown(Select select) {
    if (select.getLimit() != null
        && (select.getLimit().getByExpressions() != null
            || (Clauses.isLimit(select.getLimit())
                && !isNumber(select.getLimit().getRowCount())))) {
      return false;
    }
    return select.getFetch() == null
        || (isNumber(select.getFetch().getExpression())
            && select.getFetch().getFetchParameters().stream()
                .noneMatch(word -> word.contains("PERCENT") || word.contains("TIES")));
  }

  private static boolean isNumber(Expression expression) {
    return expression instanceof LongValue
        || expression instanceof JdbcParameter
        || expression instanceof JdbcNamedParameter
        || (expression instanceof CastExpression cast && isNumber(cast.getLeftExpression()));
  }
}
