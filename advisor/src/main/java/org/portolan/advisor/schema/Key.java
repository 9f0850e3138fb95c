package org.portolan.advisor.schema;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A key or an index of a table.
 *
 * @param name the name; empty if none is declared
 * @param parts the columns or expressions, in order
 * @param condition the condition of a partial index as SQL; empty for an index of all rows
 * @param nullsEqual whether a unique key takes nulls for equal, as NULLS NOT DISTINCT says
 */
public record Key(String name, Kind kind, List<Part> parts, String condition, boolean nullsEqual) {

  /** What a key is for. */
  public enum Kind {
    PRIMARY,
    UNIQUE,
    SECONDARY,
    FULLTEXT,
    SPATIAL,
    /** An EXCLUDE constraint of PostgreSQL; its only part is the text between its brackets. */
    EXCLUSION
  }

  /**
   * A part of a key.
   *
   * @param column the column's name, or the text of an expression
   * @param prefix how many characters or bytes of the value the index holds; 0 for all
   */
  public record Part(String column, boolean expression, int prefix, boolean descending) {

    public static Part of(String column) {
      return new Part(column, false, 0, false);
    }

    @Override
    public String toString() {
      return column + (prefix > 0 ? "(" + prefix + ")" : "") + (descending ? " desc" : "");
    }
  }

  /** Makes a key to which nulls differ from one another. */
  public Key(String name, Kind kind, List<Part> parts, String condition) {
    this(name, kind, parts, condition, false);
  }

  public Key {
    parts = List.copyOf(parts);
  }

  /** Returns the names of the columns, in order; an expression as its text. */
  public List<String> columns() {
    return parts.stream().map(Part::column).toList();
  }

  /**
   * Returns whether at most one row has the same values in these columns. A unique index of a
   * prefix promises more, one of some rows or of an expression does not promise it.
   */
  public boolean isUnique() {
    return (kind == Kind.PRIMARY || kind == Kind.UNIQUE)
        && condition.isEmpty()
        && parts.stream().noneMatch(Part::expression);
  }

  @Override
  public String toString() {
    return parts.stream().map(Part::toString).collect(Collectors.joining(", ", "(", ")"));
  }
}
