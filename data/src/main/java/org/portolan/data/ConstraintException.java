package org.portolan.data;

import org.portolan.types.Tuple;

/**
 * A value breaks the rule that the design has for its column: it is null though required, less than
 * {@code min}, greater than {@code max}, or does not match {@code pattern}. The write has changed
 * nothing.
 */
public class ConstraintException extends DataException {
  private static final long serialVersionUID = 1L;

  private final String entity;
  private final transient Tuple key;
  private final String column;

  /**
   * @param why what is wrong with the value: {@code is less than 0}
   */
  public ConstraintException(String entity, Tuple key, String column, String why) {
    super(
        "column '"
            + column
            + "' of the row "
            + key
            + " of "
            + entity
            + " "
            + why
            + "; nothing was changed");
    this.entity = entity;
    this.key = key;
    this.column = column;
  }

  /** Makes a failure with another message. */
  ConstraintException(String entity, Tuple key, String column, String message, boolean whole) {
    super(message);
    this.entity = entity;
    this.key = key;
    this.column = column;
  }

  public String entity() {
    return entity;
  }

  /** Returns the key of the row that was to be written or deleted. */
  public Tuple key() {
    return key;
  }

  public String column() {
    return column;
  }
}
