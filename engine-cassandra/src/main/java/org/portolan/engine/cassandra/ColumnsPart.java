package org.portolan.engine.cassandra;

import java.util.List;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.adapter.DeclaredColumns;

/**
 * A family of columns in CQL: a regular column for each of its columns, and a marker that is true
 * if the row has the family, since all of its columns may be null.
 *
 * @param position among the families of columns of its table
 * @param marker the marker's name, not quoted; {@code names} are those of the columns
 */
record ColumnsPart(
    ColumnFamily family, DeclaredColumns declared, int position, String marker, List<String> names)
    implements FamilyPart {}
