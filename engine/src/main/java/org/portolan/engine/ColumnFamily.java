package org.portolan.engine;

import java.util.List;
import org.portolan.types.Column;

/**
 * A family of declared, typed columns, any of which may be null. A row has the family once any of
 * its columns has been put, even with all values null, until the family or the row is deleted.
 */
public record ColumnFamily(String name, List<Column> columns) implements Family {
  public ColumnFamily {
    columns = List.copyOf(columns);
    if (columns.isEmpty()) {
      throw new IllegalArgumentException("family '" + name + "' must have a column");
    }
  }
}
