package org.portolan.advisor.live;

import java.util.OptionalLong;

/**
 * A table as the database knows it.
 *
 * @param name the name in the model
 * @param sql the name in statements, quoted and with its schema
 * @param rows the database's own estimate; empty if it has none
 */
record LiveTable(
    String name, String sql, OptionalLong rows, OptionalLong bytes, OptionalLong indexBytes) {}
