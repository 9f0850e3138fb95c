package org.portolan.advisor.table;

import org.portolan.advisor.schema.Column;
import org.portolan.design.ColumnRule;
import org.portolan.types.Collation;
import org.portolan.types.ColumnType;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;

/**
 * A column of a table in the terms of a design.
 *
 * @param name the name in the design
 * @param type the type if the column is not in a key and no index
 * @param keyType the type if it is; not allowed in keys if the column cannot be in one
 * @param collation how the database compares its texts
 * @param note what a reader should know about the conversion; empty if there is nothing
 */
public record PlannedColumn(
    Column source,
    String name,
    ColumnType type,
    ColumnType keyType,
    ColumnRule rule,
    Collation collation,
    String note) {

  /** Returns whether the column can be in a key, and be listed or ordered by an index. */
  public boolean isKeyable() {
    return keyType.element().allowedInKey();
  }

  /** Returns whether a row of a store may have no value of the column. */
  public boolean mayBeNull() {
    return source.nullable() || hasZeroDates();
  }

  /** Returns whether zero dates of a database, which are less than each date, become null. */
  public boolean hasZeroDates() {
    return !source.nullable() && type instanceof ScalarType && !rule.required();
  }

  /** Returns the column as a part of a key, ascending. */
  public KeyColumn key() {
    return KeyColumn.of(name, (ScalarType) keyType).collatedBy(collation);
  }
}
