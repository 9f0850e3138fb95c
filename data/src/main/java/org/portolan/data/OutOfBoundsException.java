package org.portolan.data;

import org.portolan.types.Tuple;

/**
 * An addition would take a column below the {@code min} or above the {@code max} of its rule, or
 * out of the range of its type. The write has changed nothing.
 */
public class OutOfBoundsException extends ConstraintException {
  private static final long serialVersionUID = 1L;

  private final transient Number value;
  private final transient Number delta;
  private final transient Number bound;

  /**
   * @param value the value that the column has
   * @param delta the number that was to be added
   * @param bound the least or greatest value that the column may have
   */
  public OutOfBoundsException(
      String entity,
      Tuple key,
      String column,
      Number value,
      Number delta,
      Number bound,
      String message) {
    super(entity, key, column, message);
    this.value = value;
    this.delta = delta;
    this.bound = bound;
  }

  /** Returns the value that the column has, of the class of the column. */
  public Number value() {
    return value;
  }

  /** Returns the number that was to be added. */
  public Number delta() {
    return delta;
  }

  /** Returns the least or greatest value that the column may have. */
  public Number bound() {
    return bound;
  }
}
