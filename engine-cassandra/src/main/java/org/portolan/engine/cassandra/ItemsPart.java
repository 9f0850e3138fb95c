package org.portolan.engine.cassandra;

import java.util.List;
import org.portolan.engine.ItemFamily;

/**
 * A family of items in CQL: a table of its own, in which the row key is followed by the item key.
 *
 * @param names of the columns, not quoted
 */
record ItemsPart(ItemFamily family, CqlTable table, List<String> names) {}
