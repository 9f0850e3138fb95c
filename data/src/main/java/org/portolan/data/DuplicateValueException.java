package org.portolan.data;

import org.portolan.types.Tuple;

/**
 * Another row has the value of a unique index already, in the store or among the changes of the
 * same write. {@link Store#write} throws it after its function has ended, because only then is it
 * known which rows keep their values. The write has changed nothing, and fails again as long as the
 * other row has the value.
 *
 * <p>The index may be one that the application does not know: while it is added by a change of the
 * design that is made on line, and afterwards.
 */
public class DuplicateValueException extends DataException {
  private static final long serialVersionUID = 1L;

  private final String index;
  private final transient Tuple value;
  private final transient Tuple key;
  private final transient Tuple owner;

  /**
   * @param key the row that was to get the value
   * @param owner the row that has it
   */
  public DuplicateValueException(String index, Tuple value, Tuple key, Tuple owner) {
    super(
        "the row "
            + key
            + " cannot have the value "
            + value
            + " of unique index "
            + index
            + ", because the row "
            + owner
            + " has it; nothing was changed");
    this.index = index;
    this.value = value;
    this.key = key;
    this.owner = owner;
  }

  public String index() {
    return index;
  }

  /** Returns the values of the columns that the index is on. */
  public Tuple value() {
    return value;
  }

  /** Returns the key of the row that was to get the value. */
  public Tuple key() {
    return key;
  }

  /** Returns the key of the row that has the value. */
  public Tuple owner() {
    return owner;
  }
}
