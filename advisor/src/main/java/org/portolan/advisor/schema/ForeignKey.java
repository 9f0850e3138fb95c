package org.portolan.advisor.schema;

import java.util.List;

/**
 * A declared foreign key.
 *
 * @param name the name; empty if none is declared
 * @param columns the columns that refer, in order
 * @param table the table that they refer to, as it is written
 * @param referenced the columns there; empty for its primary key
 * @param onDelete the action, for example {@code CASCADE}; empty if none is declared
 * @param onUpdate the action; empty if none is declared
 */
public record ForeignKey(
    String name,
    List<String> columns,
    String table,
    List<String> referenced,
    String onDelete,
    String onUpdate) {

  public ForeignKey {
    columns = List.copyOf(columns);
    referenced = List.copyOf(referenced);
  }
}
