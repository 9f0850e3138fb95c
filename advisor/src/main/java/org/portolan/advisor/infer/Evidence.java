package org.portolan.advisor.infer;

import java.util.Locale;

/**
 * A reason to believe in a relationship.
 *
 * @param text the reason in words
 * @param weight the probability that the relationship exists if this were the only reason, from 0
 *     to 1; negative for a reason against it: the probability that it does not exist in spite of
 *     the others
 */
public record Evidence(Kind kind, String text, double weight) {

  /** Where a reason comes from. */
  public enum Kind {
    /** A foreign key of the schema. */
    DECLARED,
    /** Statements that join the tables. */
    JOINED,
    /** The names of columns and tables. */
    NAMED,
    /** The types of the columns. */
    TYPED,
    /** An index over the columns that refer. */
    INDEXED,
    /** Values of the columns that were looked up on the other side. */
    INCLUDED
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%s (%.2f)", text, weight);
  }
}
