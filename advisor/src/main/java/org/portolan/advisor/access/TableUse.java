package org.portolan.advisor.access;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How a statement uses one table. A table that it names twice has two uses.
 *
 * @param table the table's name in the schema; as it is written if the schema lacks it
 * @param alias the name in the statement
 * @param known whether the schema has the table
 * @param role what the statement does to the table's rows
 * @param equal the columns compared with one value
 * @param listed the columns compared with a list of values
 * @param range the columns compared by order
 * @param ends of these, on which sides; none of a column that is compared otherwise, as by LIKE
 * @param absent the columns that must be null, by IS NULL
 * @param present the columns that must not be null, by IS NOT NULL
 * @param filtered the columns in other conditions: LIKE, OR, functions and their like; also IS NULL
 *     where it asks for rows that an outer join did not find
 * @param opaque of these, the columns in a condition of which nothing more is known
 * @param numbered of these, the columns compared with a number of another type, as numbers
 * @param unequal of those filtered, the columns that must differ from one value
 * @param unlisted of those filtered, the columns that must differ from each value of a list
 * @param truths the columns that are conditions by themselves, each with whether true meets it: of
 *     those that are equal, booleans that are compared with it and numbers that are compared with
 *     0; of those that must differ, numbers that are compared with 0
 * @param further of those filtered, the conditions on a column that has one of the same form
 * @param together the columns that are compared with one list of tuples, as in {@code (a, b) IN
 *     ((?, ?))}: each is listed, but not every combination of their values is
 * @param ordered the columns by which the result is ordered, in order
 * @param read the columns whose values are read, conditions included
 * @param readsAll whether all columns are read, as by {@code *}
 * @param needed of those read, the columns that the result names, beside those in conditions
 * @param within the place of the first use of the subquery by IN or EXISTS to which it belongs,
 *     whose rows multiply none around it; negative of none
 * @param written the columns that are written
 * @param incremented of these, the columns to whose old value one of the statement is added
 * @param computed of these, the columns whose new value is computed from columns in another way
 * @param turn when its rows are found: 0 if the result has none without them. Those of a later turn
 *     may be missing beside those of an earlier one, by an outer join or around a subquery, so they
 *     never find these
 */
public record TableUse(
    String table,
    String alias,
    boolean known,
    Role role,
    Set<String> equal,
    Set<String> listed,
    Set<String> range,
    Map<String, Set<End>> ends,
    Set<String> absent,
    Set<String> present,
    Set<String> filtered,
    Set<String> opaque,
    Set<String> numbered,
    Set<String> unequal,
    Set<String> unlisted,
    Map<String, Boolean> truths,
    List<Further> further,
    List<List<String>> together,
    List<Order> ordered,
    Set<String> read,
    boolean readsAll,
    Set<String> needed,
    int within,
    Set<String> written,
    Set<String> incremented,
    Map<String, Computed> computed,
    int turn) {

  /** Returns the columns in conditions that compare them with no value. */
  public Set<String> checked() {
    Set<String> checked = new LinkedHashSet<>(filtered);
    checked.addAll(absent);
    checked.addAll(present);
    return checked;
  }

  /** Returns the change of the row that an INSERT finds: the same use, if it assigns columns. */
  public TableUse assigning(Set<String> assigned, Set<String> added) {
    return new TableUse(
        table,
        alias,
        known,
        Role.UPDATED,
        equal,
        listed,
        range,
        ends,
        absent,
        present,
        filtered,
        opaque,
        numbered,
        unequal,
        unlisted,
        truths,
        further,
        together,
        ordered,
        read,
        readsAll,
        needed,
        within,
        assigned,
        added,
        computed,
        turn);
  }

  /**
   * Returns whether a further condition is on a column by whose value rows are found: the key or
   * the index serves one.
   */
  public boolean isNarrowed(String column) {
    return filtered.contains(column)
        || range.contains(column)
        || absent.contains(column)
        || (equal.contains(column) && listed.contains(column));
  }

  /** Returns whether no condition selects rows. */
  public boolean isFree() {
    return equal.isEmpty() && listed.isEmpty() && range.isEmpty() && checked().isEmpty();
  }

  /**
   * A condition on a column that has another one of the same form.
   *
   * @param end of a comparison by order; empty of the other forms
   */
  public record Further(String column, Form form, Optional<End> end) {}

  /** How a condition compares a column with values of the statement. */
  public enum Form {
    EQUAL,
    UNEQUAL,
    LISTED,
    UNLISTED,
    ORDER
  }

  /**
   * How a new value is computed from columns.
   *
   * @param columns those of the same row
   * @param copied whether it is the value of one of them as it is
   * @param fromOthers whether it is computed from rows of other uses, too
   */
  public record Computed(Set<String> columns, boolean copied, boolean fromOthers) {}

  /** One end of a range, as the statement writes it with the column on the left. */
  public enum End {
    ABOVE(">", true),
    FROM(">=", true),
    BELOW("<", false),
    TO("<=", false);

    private final String operator;
    private final boolean lower;

    End(String operator, boolean lower) {
      this.operator = operator;
      this.lower = lower;
    }

    /** Returns the operator, which SQL and Java share. */
    public String operator() {
      return operator;
    }

    /** Returns whether values of the range are greater. */
    public boolean isLower() {
      return lower;
    }

    /** Returns whether the value of the end is in the range. */
    public boolean isIncluded() {
      return this == FROM || this == TO;
    }

    End turned() {
      return switch (this) {
        case ABOVE -> BELOW;
        case FROM -> TO;
        case BELOW -> ABOVE;
        case TO -> FROM;
      };
    }
  }

  /** What a statement does to the rows of a table. */
  public enum Role {
    READ,
    INSERTED,
    UPDATED,
    DELETED
  }

  /** A column of ORDER BY. */
  public record Order(String column, boolean descending) {
    @Override
    public String toString() {
      return column + (descending ? " desc" : "");
    }
  }
}
