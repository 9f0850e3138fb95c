package org.portolan.engine.cassandra;

import java.util.List;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.adapter.DeclaredColumns;
import org.portolan.types.KeyCodec;

/**
 * A family of items in CQL: a separate table, whose key is the row key and then the item key.
 *
 * @param names of the columns, not quoted
 * @param itemCodec of the keys of items within their row
 */
record ItemsPart(
    ItemFamily family,
    DeclaredColumns declared,
    CqlTable table,
    List<String> names,
    KeyCodec itemCodec)
    implements FamilyPart {}
