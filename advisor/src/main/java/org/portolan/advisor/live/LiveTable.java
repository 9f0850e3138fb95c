package org.portolan.advisor.live;

import java.util.OptionalLong;

/**
 * A table as the database knows it.
 *
 * @param name the name in the model
 * @param sql the name in statements, quoted and with its schema
 * @param from what follows FROM, so that only rows of this table and of its partitions are read
 * @param rows the database's own estimate; empty if it has none
 */
record LiveTable(
    String name,
    String sql,
    String from,
    OptionalLong rows,
    OptionalLong bytes,
    OptionalLong indexBytes) {

  LiveTable(
      String name, String sql, OptionalLong rows, OptionalLong bytes, OptionalLong indexBytes) {
    this(name, sql, sql, rows, bytes, indexBytes);
  }
}
