package org.portolan.advisor.access;

/**
 * Two columns that must be equal: in ON, USING, WHERE, IN (SELECT …) or between a subquery and its
 * surroundings.
 *
 * @param left the place of a use in {@link AccessPath#tables}
 * @param right the place of another use
 */
public record JoinPredicate(int left, String leftColumn, int right, String rightColumn) {

  /** Returns the same with the other use on the left. */
  public JoinPredicate reversed() {
    return new JoinPredicate(right, rightColumn, left, leftColumn);
  }
}
