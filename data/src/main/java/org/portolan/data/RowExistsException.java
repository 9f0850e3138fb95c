package org.portolan.data;

import org.portolan.types.Tuple;

/**
 * {@link StoreTransaction#insert} found the row in the store, or among the changes of its own
 * write. The write has changed nothing, and fails again as long as the row exists.
 */
public class RowExistsException extends DataException {
  private static final long serialVersionUID = 1L;

  private final String entity;
  private final transient Tuple key;

  public RowExistsException(String entity, Tuple key) {
    super(
        "the row "
            + key
            + " of "
            + entity
            + " exists already, so it cannot be inserted; nothing was changed; put the row to replace"
            + " it, or insert it under another key");
    this.entity = entity;
    this.key = key;
  }

  public String entity() {
    return entity;
  }

  /** Returns the key that was to be inserted. */
  public Tuple key() {
    return key;
  }
}
