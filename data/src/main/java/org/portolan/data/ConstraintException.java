package org.portolan.data;

import java.util.Optional;
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
  private final String collection;
  private final transient Tuple itemKey;

  /** Makes the refusal of a value of a row, or of an item of a row. */
  public ConstraintException(
      String entity,
      Tuple key,
      Optional<String> collection,
      Optional<Tuple> itemKey,
      String column,
      String message) {
    super(message);
    this.entity = entity;
    this.key = key;
    this.collection = collection.orElse(null);
    this.itemKey = itemKey.orElse(null);
    this.column = column;
  }

  /** Makes another refusal of a value of a row. */
  ConstraintException(String entity, Tuple key, String column, String message) {
    this(entity, key, Optional.empty(), Optional.empty(), column, message);
  }

  public String entity() {
    return entity;
  }

  /** Returns the key of the row that was to be written or deleted, or whose item was. */
  public Tuple key() {
    return key;
  }

  /** Returns the collection of the item that was to be written; empty for a row. */
  public Optional<String> collection() {
    return Optional.ofNullable(collection);
  }

  /** Returns the key of the item that was to be written; empty for a row. */
  public Optional<Tuple> itemKey() {
    return Optional.ofNullable(itemKey);
  }

  public String column() {
    return column;
  }
}
