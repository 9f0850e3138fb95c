package org.portolan.data.internal.backfill;

import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * How far a backfill is: parts before {@code part} are done, and of it everything up to a key. As
 * text it has one line and is a little longer than a key.
 *
 * @param part the name of an entity or of the table of an index
 * @param key empty if nothing of the part is done
 */
record Checkpoint(String part, Optional<byte[]> key) {
  /** The text of the beginning. */
  static final String START = "";

  private static final String NONE = "-";

  /** Returns a checkpoint; empty at the beginning. */
  static Optional<Checkpoint> parse(String text) {
    if (text.equals(START)) {
      return Optional.empty();
    }
    int space = text.indexOf(' ');
    if (space < 1) {
      throw new IllegalArgumentException("'" + text + "' is no checkpoint of a backfill");
    }
    String key = text.substring(space + 1);
    return Optional.of(
        new Checkpoint(
            text.substring(0, space),
            key.equals(NONE) ? Optional.empty() : Optional.of(Base64.getDecoder().decode(key))));
  }

  String text() {
    return part + ' ' + key.map(Base64.getEncoder()::encodeToString).orElse(NONE);
  }

  /** Returns the parts in their order; this order is the same in each process. */
  static List<String> ordered(List<String> parts) {
    return parts.stream().distinct().sorted(Comparator.naturalOrder()).toList();
  }
}
