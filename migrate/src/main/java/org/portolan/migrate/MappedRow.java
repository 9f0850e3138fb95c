package org.portolan.migrate;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.portolan.types.Tuple;

/** A row of a table as a row, an item or a part of a row of the design. */
final class MappedRow {
  private final Tuple key;
  private final Tuple itemKey;
  private final Set<Tuple> spellings;
  private final Map<String, Object> values;
  private final Object[] raw;
  private final List<Object[]> elements;
  private final long rows;
  private final long bytes;

  /**
   * @param raw is not copied, and must not be changed
   */
  MappedRow(
      Tuple key, Tuple itemKey, Map<String, Object> values, Object[] raw, long rows, long bytes) {
    this(key, Set.of(key), itemKey, values, raw, List.of(), bytes, rows);
  }

  /**
   * Makes a row of several elements.
   *
   * @param spellings the keys of the rows that became this one, if they are equal only under a
   *     collation
   * @param elements the rows that became this one, as they were read
   */
  MappedRow(
      Tuple key,
      Set<Tuple> spellings,
      Map<String, Object> values,
      List<Object[]> elements,
      long bytes) {
    this(key, spellings, Tuple.EMPTY, values, elements.get(0), elements, bytes, elements.size());
  }

  private MappedRow(
      Tuple key,
      Set<Tuple> spellings,
      Tuple itemKey,
      Map<String, Object> values,
      Object[] raw,
      List<Object[]> elements,
      long bytes,
      long rows) {
    this.key = key;
    this.spellings = spellings;
    this.itemKey = itemKey;
    this.values = values;
    this.raw = raw;
    this.elements = elements;
    this.rows = rows;
    this.bytes = bytes;
  }

  /** Returns the key of the row of the entity. */
  Tuple key() {
    return key;
  }

  /**
   * Returns the key as each row of the table has it: elements may spell their owner differently.
   */
  Set<Tuple> spellings() {
    return spellings;
  }

  /** Returns the key of the item; empty of others. */
  Tuple itemKey() {
    return itemKey;
  }

  /** Returns the values by column of the design. */
  Map<String, Object> values() {
    return values;
  }

  /** Returns those of some columns whose values are null, each with null. */
  Map<String, Object> nulls(Set<String> columns) {
    if (columns.isEmpty()) {
      return Map.of();
    }
    Map<String, Object> nulls = new HashMap<>();
    for (String column : columns) {
      if (values.containsKey(column) && values.get(column) == null) {
        nulls.put(column, null);
      }
    }
    return nulls;
  }

  /** Returns the values of the table, in the order in which they were read. */
  Object[] raw() {
    return raw;
  }

  /** Returns the rows of the table that became this row of elements, as they were read. */
  List<Object[]> elements() {
    return elements;
  }

  /** Returns how many rows of the table it is: several elements of a set are one. */
  long rows() {
    return rows;
  }

  /** Returns about how large it is. */
  long bytes() {
    return bytes;
  }
}
