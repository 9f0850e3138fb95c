package org.portolan.advisor.access;

/**
 * Two columns that must be equal: in ON, USING, WHERE, IN (SELECT …) or between a subquery and its
 * surroundings.
 *
 * @param left the place of a use in {@link AccessPath#tables}
 * @param right the place of another use
 * @param finds which side's rows may be found by those of the other
 */
public record JoinPredicate(
    int left, String leftColumn, int right, String rightColumn, Finds finds) {

  /** The side whose rows the values of the other find. */
  public enum Finds {
    EITHER,
    LEFT,
    RIGHT,
    NEITHER;

    static Finds of(boolean left, boolean right) {
      return left ? right ? EITHER : LEFT : right ? RIGHT : NEITHER;
    }
  }

  /** Makes one by which the rows of either side find those of the other. */
  public JoinPredicate(int left, String leftColumn, int right, String rightColumn) {
    this(left, leftColumn, right, rightColumn, Finds.EITHER);
  }

  /** Returns whether a use is one of the two, which are never the same. */
  public boolean isOf(int use) {
    return left == use || right == use;
  }

  /** Returns whether it compares a column of a use. */
  public boolean isOf(int use, String column) {
    return isOf(use) && column(use).equals(column);
  }

  /** Returns the column of one of the two uses. */
  public String column(int use) {
    return left == use ? leftColumn : rightColumn;
  }

  /** Returns the use that is not this one of the two. */
  public int other(int use) {
    return left == use ? right : left;
  }

  /** Returns the column of the use that is not this one of the two. */
  public String otherColumn(int use) {
    return column(other(use));
  }

  /** Returns whether the rows of one of the two uses may be found by those of the other. */
  public boolean finds(int use) {
    return finds == Finds.EITHER || finds == (left == use ? Finds.LEFT : Finds.RIGHT);
  }
}
