package org.portolan.data.internal.build;

import java.util.Optional;
import org.portolan.types.Tuple;

/**
 * Rows that a unique index or a reference does not admit.
 *
 * @param part the index, or the reference with its entity
 * @param value the value that two rows have, as written; or the key of the row that is missing
 * @param key the key of the row that has the value, or refers to the missing one
 * @param other the key of the row that has the value too; empty for a reference
 */
public record Violation(String part, Tuple value, Tuple key, Optional<Tuple> other) {

  /** Returns a line for people. */
  public String text() {
    return other.isPresent()
        ? part + ": the rows " + other.get() + " and " + key + " both have the value " + value
        : part + ": the row " + key + " refers to " + value + ", which is not there";
  }
}
