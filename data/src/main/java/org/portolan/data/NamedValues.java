package org.portolan.data;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.portolan.types.Bytes;
import org.portolan.types.Spelling;
import org.portolan.types.Tuple;

/**
 * A row or an item as it was read: its key, and the values of its columns by name. Immutable. A
 * getter throws {@link IllegalArgumentException} if the column was not read or does not exist, and
 * {@link ClassCastException} if the column has another type. For a null value, getters of a
 * primitive type throw {@link NullPointerException}; the others return null unless they say
 * otherwise.
 */
public abstract sealed class NamedValues permits EntityRow, Item {
  private final Tuple key;
  private final Map<String, Object> values;

  NamedValues(Tuple key, Map<String, Object> values) {
    this.key = key;
    this.values = values;
  }

  public Tuple key() {
    return key;
  }

  /** Returns the columns that were read, with null where they are null. */
  public Map<String, Object> values() {
    return Collections.unmodifiableMap(values);
  }

  public Object value(String column) {
    Object value = values.get(column);
    if (value == null && !values.containsKey(column)) {
      throw new IllegalArgumentException(
          "column '"
              + column
              + "' of "
              + key
              + " was not read; "
              + Spelling.hint(column, values.keySet())
              + "it has "
              + values.keySet());
    }
    return value;
  }

  private <T> T typed(String column, Class<T> type) {
    Object value = value(column);
    if (value != null && !type.isInstance(value)) {
      throw new ClassCastException(
          "column '"
              + column
              + "' of "
              + key
              + " has the type "
              + value.getClass().getSimpleName()
              + ", not "
              + type.getSimpleName());
    }
    return type.cast(value);
  }

  /** Returns a value for which Java has no null. */
  private <T> T present(String column, Class<T> type) {
    return Objects.requireNonNull(
        typed(column, type),
        () ->
            "column '" + column + "' of " + key + " is null; ask value(\"" + column + "\") first");
  }

  public String text(String column) {
    return typed(column, String.class);
  }

  public int intValue(String column) {
    return present(column, Integer.class);
  }

  public long longValue(String column) {
    return present(column, Long.class);
  }

  public boolean booleanValue(String column) {
    return present(column, Boolean.class);
  }

  public BigDecimal decimal(String column) {
    return typed(column, BigDecimal.class);
  }

  public Instant timestamp(String column) {
    return typed(column, Instant.class);
  }

  public Bytes bytes(String column) {
    return typed(column, Bytes.class);
  }

  /** Returns a set of text, an empty one for null. */
  @SuppressWarnings("unchecked")
  public Set<String> texts(String column) {
    Object value = value(column);
    return value == null ? Set.of() : (Set<String>) value;
  }

  /** Returns a list of text, an empty one for null. */
  @SuppressWarnings("unchecked")
  public List<String> textList(String column) {
    Object value = value(column);
    return value == null ? List.of() : (List<String>) value;
  }

  /** A row and an item are never equal. */
  @Override
  public boolean equals(Object other) {
    return other instanceof NamedValues that
        && (that instanceof Item) == (this instanceof Item)
        && that.key.equals(key)
        && that.values.equals(values);
  }

  @Override
  public int hashCode() {
    return 31 * key.hashCode() + values.hashCode();
  }

  @Override
  public String toString() {
    return key + values.toString();
  }
}
