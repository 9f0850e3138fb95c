package org.portolan.rehearsal.run;

import org.portolan.rehearsal.layout.Row;
import org.portolan.types.Tuple;

/**
 * A row that was found.
 *
 * @param row what is known of it
 * @param key the key of the entity's row that it is, or is in
 * @param itemKey the key of the item; empty if it is none
 */
record Hit(Row row, Tuple key, Tuple itemKey) {}
