package org.portolan.data.internal.schema;

import java.util.Set;
import org.portolan.types.Bytes;
import org.portolan.types.Collation;
import org.portolan.types.Collations;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;

/**
 * A column by whose values an index lists or orders rows. Of a text under a collation the index has
 * the sort key alone: so texts that the collation treats as equal are one value, and another
 * spelling of a text changes nothing in the index. Immutable.
 *
 * @param name the column of the entity
 * @param column the column of the index
 */
record IndexColumn(String name, Collation collation, KeyColumn column) {
  /**
   * @param taken the names of other columns beside which the index has this one; its own is added
   */
  static IndexColumn of(EntitySchema entity, String name, ScalarType type, Set<String> taken) {
    Collation collation = entity.collation(name);
    if (collation == Collation.BINARY) {
      return new IndexColumn(name, collation, KeyColumn.of(name, type));
    }
    String sort = name + "_sort";
    while (!taken.add(sort)) {
      sort += "_sort";
    }
    return new IndexColumn(name, collation, KeyColumn.of(sort, ScalarType.BYTES));
  }

  /** Returns this column as one of the order of an index. */
  IndexColumn ordering(KeyColumn.Direction direction) {
    KeyColumn ordered = column.allowingNull();
    return new IndexColumn(
        name,
        collation,
        direction == KeyColumn.Direction.DESCENDING ? ordered.descending() : ordered);
  }

  /** Returns whether the index has sort keys instead of values. */
  boolean isCollated() {
    return collation != Collation.BINARY;
  }

  /** Returns a value as the index has it. */
  Object stored(Object value) {
    if (value == null || !isCollated()) {
      return value;
    }
    KeyColumn.of(name, ScalarType.TEXT).requireValue(value);
    return Bytes.wrap(Collations.sortKey(collation, (String) value));
  }
}
