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
 * @param holds whether the database knows that it holds for all rows: it does not if the key is NOT
 *     VALID or NOT ENFORCED
 */
public record ForeignKey(
    String name,
    List<String> columns,
    String table,
    List<String> referenced,
    String onDelete,
    String onUpdate,
    boolean holds) {

  public ForeignKey {
    columns = List.copyOf(columns);
    referenced = List.copyOf(referenced);
  }

  /** Returns the same key, now that the database has looked at all rows. */
  public ForeignKey validated() {
    return new ForeignKey(name, columns, table, referenced, onDelete, onUpdate, true);
  }
}
