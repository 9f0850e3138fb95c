package org.portolan.follow;

import java.util.Map;
import java.util.Optional;
import org.portolan.migrate.RowChange;

/**
 * What the log tells: a change of a row, or only how far it was read.
 *
 * @param change empty if no row changed
 * @param source what the log says of the change: its transaction, its place
 * @param place where reading would go on after this record
 * @param message a text that somebody wrote into the log; empty if none
 */
record LogRecord(
    Optional<RowChange> change,
    Map<String, Object> source,
    Map<String, Object> place,
    String message) {

  /** Returns a number of the source; -1 if there is none. */
  long number(String name) {
    return source.get(name) instanceof Number number ? number.longValue() : -1;
  }
}
