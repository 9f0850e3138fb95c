package org.portolan.advisor.sql;

/** Where nulls stand in an order that does not say it by NULLS FIRST or NULLS LAST. */
public enum NullOrder {
  /** As the least value: first in an ascending order, last in a descending one. */
  LEAST,
  /** As the greatest value. */
  GREATEST,
  /** First in both. */
  FIRST,
  /** Last in both. */
  LAST;

  /** Returns whether nulls stand before all values. */
  public boolean isFirst(boolean descending) {
    return switch (this) {
      case LEAST -> !descending;
      case GREATEST -> descending;
      case FIRST -> true;
      case LAST -> false;
    };
  }
}
