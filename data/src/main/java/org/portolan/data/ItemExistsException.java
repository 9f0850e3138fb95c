package org.portolan.data;

import org.portolan.types.Tuple;

/**
 * {@link StoreTransaction#insertItem} found the item in the store, or among the changes of its own
 * write. The write has changed nothing, and fails again as long as the item exists.
 */
public class ItemExistsException extends DataException {
  private static final long serialVersionUID = 1L;

  private final String entity;
  private final transient Tuple key;
  private final String collection;
  private final transient Tuple itemKey;

  public ItemExistsException(String entity, Tuple key, String collection, Tuple itemKey) {
    super(
        "the item "
            + itemKey
            + " of '"
            + collection
            + "' in the row "
            + key
            + " of "
            + entity
            + " exists already, so it cannot be inserted; nothing was changed; put the item to"
            + " replace it, or insert it under another key");
    this.entity = entity;
    this.key = key;
    this.collection = collection;
    this.itemKey = itemKey;
  }

  public String entity() {
    return entity;
  }

  /** Returns the key of the row whose item was to be inserted. */
  public Tuple key() {
    return key;
  }

  public String collection() {
    return collection;
  }

  /** Returns the key that was to be inserted. */
  public Tuple itemKey() {
    return itemKey;
  }
}
