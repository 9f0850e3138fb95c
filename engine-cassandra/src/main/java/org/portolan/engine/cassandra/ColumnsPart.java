package org.portolan.engine.cassandra;

import java.util.List;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.adapter.DeclaredColumns;

/**
 * A family of columns in CQL: one regular column for each of its own, and a marker that is true
 * where the row has the family, since all of its columns may be null.
 *
 * @param position among the families of columns of its table
 * @param marker the marker's name, not quoted; {@code names} those of the columns
 */
record ColumnsPart(ColumnFamily family, int position, String marker, List<String> names)
    implements FamilyPart {
  @Override
  public DeclaredColumns declared() {
    return new DeclaredColumns(family.name(), family.columns());
  }
}
