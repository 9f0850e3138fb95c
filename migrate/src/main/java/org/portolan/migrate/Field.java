package org.portolan.migrate;

import org.portolan.migrate.value.Conversion;

/**
 * A column of the design and its source.
 *
 * @param name of the column of the design
 * @param place of its source among the columns that are read, or {@link #DIGEST} or {@link #COPY}
 * @param conversion null for the two functions
 * @param nullable whether the column takes null
 */
record Field(String name, int place, Conversion conversion, boolean nullable) {
  static final int DIGEST = -1;
  static final int COPY = -2;
}
