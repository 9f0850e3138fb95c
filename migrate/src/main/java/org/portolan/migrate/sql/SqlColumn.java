package org.portolan.migrate.sql;

import org.portolan.migrate.value.SqlKind;

/**
 * A column of a table.
 *
 * @param type as the database names it
 * @param element what the elements of an array are; of others, the kind itself
 * @param bits the digits of {@link SqlKind#BITS}
 * @param padded whether the database fills values with spaces, which are no part of them
 * @param wide whether a value may be large
 * @param ranged whether ranges of its values can be read in the order in which they are compared
 * @param generated whether the database computes it, so that it cannot be written
 * @param defaulted whether a row can be inserted without it
 */
public record SqlColumn(
    String name,
    String type,
    SqlKind kind,
    SqlKind element,
    int bits,
    boolean padded,
    boolean wide,
    boolean ranged,
    boolean nullable,
    boolean generated,
    boolean defaulted) {}
