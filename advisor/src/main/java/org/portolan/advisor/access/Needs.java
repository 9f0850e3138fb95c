package org.portolan.advisor.access;

import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SelectItem;
import org.portolan.advisor.sql.SqlText;

/**
 * The columns that a result needs: each one whose name stands anywhere in what makes the result,
 * whether the parser's visitor comes there or not, and all of a row that is named as such. One too
 * many costs a read; without one, the lines would have keys where the result needs rows.
 */
final class Needs {

  private static final String NAME =
      "(?:[\\p{L}_][\\p{L}\\p{N}_$]*+|`[^`]++`|\"[^\"]++\"|\\[[\\p{L}_][^\\]]*+\\])";

  /** A name that is no function, type, or variable; the first group is what qualifies it. */
  private static final Pattern WORD =
      Pattern.compile(
          "(?<![\\p{L}\\p{N}_$.@`\"]|::|\\bAS )((?:"
              + NAME
              + "\\s*+\\.\\s*+)*)("
              + NAME
              + "|\\*)(?!\\s*+[(.])",
          Pattern.CASE_INSENSITIVE);

  /** All columns, as the argument of a function. */
  private static final Pattern ALL = Pattern.compile("(\\w+)\\s*\\(\\s*\\*\\s*\\)");

  private final PathBuilder path;
  private final Scope scope;

  Needs(PathBuilder path, Scope scope) {
    this.path = path;
    this.scope = scope;
  }

  /** Notes those of an expression; null stands for none. */
  void of(Expression expression) {
    if (expression == null) {
      return;
    }
    path.read(expression, scope);
    String text = expression.toString();
    for (Select select : ExpressionParts.of(expression).selects) {
      // The subquery has been analysed, with the names that it gives to its own tables.
      text = text.replace(select.toString(), "");
    }
    of(text);
  }

  /** Notes those of the clauses of a SELECT beside its list, its conditions and its order. */
  void of(PlainSelect select) {
    if (select.getGroupBy() != null) {
      of(select.getGroupBy().toString());
    }
    if (select.getDistinct() != null && select.getDistinct().getOnSelectItems() != null) {
      select.getDistinct().getOnSelectItems().forEach(item -> of(item.getExpression()));
    }
    if (select.getWindowDefinitions() != null) {
      select.getWindowDefinitions().forEach(window -> of(window.toString()));
    }
    of(select.getHaving());
    of(select.getQualify());
  }

  private void of(String text) {
    String plain = SqlText.withoutLiterals(text);
    WORD.matcher(plain).results().forEach(this::word);
    boolean all =
        ALL.matcher(plain).results().anyMatch(call -> !call.group(1).equalsIgnoreCase("count"));
    if (all) {
      scope.sources().forEach(Needs::row);
    }
  }

  private void word(MatchResult word) {
    String[] qualifiers = word.group(1).split("\\.", -1);
    String name = unquoted(word.group(2));
    if (qualifiers.length > 1) {
      Scope.Source source = scope.source(unquoted(qualifiers[qualifiers.length - 2].strip()));
      if (source != null && name.equals("*")) {
        row(source);
      } else if (source != null) {
        column(source.column(name));
      }
      return;
    }
    if (!column(scope.column(name))) {
      Scope.Source source = scope.source(name);
      if (source != null) {
        row(source);
      }
    }
  }

  /** Notes a column, and returns whether its table has it for sure. */
  private boolean column(Scope.Ref ref) {
    if (ref == null || !ref.use().has(ref.column())) {
      return false;
    }
    path.need(ref);
    return true;
  }

  private static void row(Scope.Source source) {
    if (source.use() != null) {
      source.use().readsAll = true;
    } else {
      source.columns().values().stream()
          .filter(Objects::nonNull)
          .forEach(ref -> ref.use().need(ref.column()));
    }
  }

  private static String unquoted(String name) {
    boolean quoted = name.length() > 2 && "`\"[".indexOf(name.charAt(0)) >= 0;
    return quoted ? name.substring(1, name.length() - 1) : name;
  }

  /**
   * Returns whether the result is one row of aggregate functions, each of all rows that are found:
   * of a column, or with nothing that depends on the row.
   *
   * @param uses how many uses the whole statement has so far
   */
  boolean areAggregates(PlainSelect select, int uses) {
    boolean plain =
        scope.parent() == null
            && uses == 1
            && scope.sources().size() == 1
            && scope.sources().get(0).use() != null
            && select.getGroupBy() == null
            && select.getHaving() == null
            && select.getQualify() == null
            && select.getDistinct() == null
            && select.getWindowDefinitions() == null;
    return plain
        && select.getSelectItems().stream()
            .anyMatch(item -> !ExpressionParts.of(item.getExpression()).aggregates.isEmpty())
        && select.getSelectItems().stream()
            .map(SelectItem::getExpression)
            .allMatch(this::isOfAggregates);
  }

  private boolean isOfAggregates(Expression expression) {
    ExpressionParts parts = ExpressionParts.of(expression);
    if (!parts.selects.isEmpty()
        || !parts.analytic.isEmpty()
        || !parts.aggregates.stream().allMatch(this::isOfEachRow)) {
      return false;
    }
    String rest = expression.toString();
    for (Function aggregate : parts.aggregates) {
      rest = rest.replace(aggregate.toString(), "0");
    }
    return WORD.matcher(SqlText.withoutLiterals(rest))
        .results()
        .map(word -> unquoted(word.group(2)))
        .noneMatch(
            word -> word.equals("*") || scope.column(word) != null || scope.source(word) != null);
  }

  private boolean isOfEachRow(Function aggregate) {
    List<? extends Expression> arguments = aggregate.getParameters();
    if (arguments == null || arguments.size() != 1 || aggregate.getKeep() != null) {
      return false;
    }
    Expression argument = arguments.get(0);
    return (argument instanceof AllColumns && !(argument instanceof AllTableColumns))
        || argument instanceof LongValue
        || argument instanceof StringValue
        || (argument instanceof Column && path.resolve(argument, scope) != null);
  }
}
