package org.portolan.data.internal.schema;

import java.util.List;
import org.portolan.types.Tuple;

/**
 * One row listed under one value of an index.
 *
 * @param value the values of the columns that the index is on, as stored
 * @param member the order columns and the row key behind its prefix, as stored
 * @param originals the originals of collated key columns, kept beside the member
 */
public record IndexEntry(Tuple value, Tuple member, List<Object> originals) {}
