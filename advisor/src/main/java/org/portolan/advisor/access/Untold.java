package org.portolan.advisor.access;

/**
 * A part of a statement that its access path does not tell. A query leaves it to the application,
 * and a change with one has no lines of Java, unless it {@link #keepsLines}. So nothing that a
 * statement says is dropped: what is neither a condition on columns nor a join is one of these.
 */
public enum Untold {
  CONSTANT("checks a condition that names no column", "a condition names no column", false),
  NO_COLUMN(
      "checks a condition that names no column of a table",
      "a condition names no column of a table",
      true),
  SUBQUERY(
      "checks a condition by the rows of a subquery",
      "a condition asks for rows that a subquery does not find",
      true),
  GIVEN(
      "gives the result of a subquery as a value",
      "a condition compares with the result of a subquery",
      false),
  SEVERAL_TABLES(
      "checks a condition on rows of several tables",
      "a condition compares rows of several tables, and is no equality of two columns",
      true),
  OUTER_CONDITION(
      "checks a condition of an outer join, which leaves out no row of the other side",
      "a condition of an outer join leaves out no row of the other side",
      false),
  FULL_JOIN(
      "reads the rows of either side of FULL JOIN that have none on the other",
      "FULL JOIN has rows of either side without the other",
      true),
  TOTALS(
      "adds the rows of totals, as ROLLUP, CUBE or GROUPING SETS say",
      "ROLLUP, CUBE and GROUPING SETS add rows of totals",
      false),
  HAVING("checks HAVING", "HAVING is not compared", true),
  SETS(
      "puts the results of UNION, INTERSECT or EXCEPT together",
      "the results of UNION, INTERSECT or EXCEPT are not put together",
      true),
  PAGE_OF_SUBQUERY("takes the page of a subquery", "a subquery takes a page of its rows", true),
  AROUND(
      "checks the conditions around a subquery on the rows that it results in",
      "a condition is on what a subquery makes of its rows",
      true),
  DISTINCT_ON(
      "takes the first row of each value of DISTINCT ON",
      "DISTINCT ON takes the first row of each value",
      true),
  TIES("takes the rows that tie with the last one, too", "WITH TIES takes more rows", true),
  SKIP_LOCKED(
      "sees to it that no two workers take the same row: nothing is locked, so SKIP LOCKED passes"
          + " over none",
      "nothing is locked, so SKIP LOCKED passes over no row",
      false),
  CONDITION_OF_CONFLICT(
      "checks the condition of DO UPDATE", "the condition of DO UPDATE is not compared", false),
  ASSIGNED_BEFORE(
      "computes a value from a column that the statement assigns before",
      "a value is computed from a column that the statement assigns before it: MySQL takes the new"
          + " value, other databases the old one",
      false),
  ASSIGNED_TWICE(
      "knows which of two values a column gets",
      "a column is assigned twice, and the last value counts in MySQL alone",
      false),
  UNKNOWN_COLUMN(
      "assigns a column that the schema does not have",
      "a column is assigned that the schema does not have",
      false),
  RETURNING(
      "reads what RETURNING asks for within the write: after the change, or before a DELETE",
      "",
      false),
  VALUE_OF_ROWS(
      "reads the rows of the subquery among the new values, in the same write, for it tells the value",
      "",
      false),
  IGNORED(
      "catches DuplicateValueException and ReferenceException: where IGNORE leaves a row as it is, the"
          + " write changes none",
      "",
      false),
  RECURSION(
      "reads one level after the other",
      "it is recursive, and each level is found by the rows of the one before: read them in a loop,"
          + " one level after the other, each by a query of its own",
      true),
  CHANGED_BEFORE(
      "makes one change after the other",
      "what it writes depends on the rows that a change within WITH returns: make both in one write,"
          + " one after the other, each by a statement of its own",
      true),
  CLAUSE(
      "serves a clause of the statement that the steps do not know",
      "a clause of the statement is not known",
      true);

  private final String work;
  private final String reason;
  private final boolean sifts;

  Untold(String work, String reason, boolean sifts) {
    this.work = work;
    this.reason = reason;
    this.sifts = sifts;
  }

  /** Returns what the application does itself, for people. */
  public String note() {
    return "the application " + work;
  }

  /**
   * Returns whether a change with it has lines: they change the right rows, and a note tells it.
   */
  public boolean keepsLines() {
    return reason.isEmpty();
  }

  /** Returns whether a statement with it is not served, for its {@link #reason}. */
  public boolean refuses() {
    return this == RECURSION || this == CHANGED_BEFORE;
  }

  /** Returns why a change with it has no lines, for people. */
  public String reason() {
    return reason;
  }

  /** Returns whether rows are left out by it, so that a page of a list is none of the result. */
  boolean sifts() {
    return sifts;
  }
}
