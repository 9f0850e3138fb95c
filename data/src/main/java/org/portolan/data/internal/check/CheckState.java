package org.portolan.data.internal.check;

import java.util.Base64;
import java.util.Optional;
import org.portolan.data.StoreCheck.Result;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/**
 * The progress of a check as a store keeps it: the phase, the last row of it that was checked, and
 * the result so far. In the stored text, an id of the check follows, which is not read.
 */
record CheckState(int phase, Optional<byte[]> after, Result result) {
  static final CheckState START = new CheckState(0, Optional.empty(), new Result(0, 0, 0, 0, 0, 0));

  Optional<Tuple> afterKey(KeyCodec codec) {
    return after.map(codec::decode);
  }

  String text() {
    return String.join(
        " ",
        Integer.toString(phase),
        after.map(bytes -> Base64.getEncoder().encodeToString(bytes)).orElse("-"),
        Long.toString(result.rows()),
        Long.toString(result.entries()),
        Long.toString(result.missing()),
        Long.toString(result.dangling()),
        Long.toString(result.repaired()),
        Long.toString(result.undecided()));
  }

  static CheckState parse(String text) {
    String[] parts = text.split(" ", -1);
    return new CheckState(
        Integer.parseInt(parts[0]),
        parts[1].equals("-") ? Optional.empty() : Optional.of(Base64.getDecoder().decode(parts[1])),
        new Result(
            Long.parseLong(parts[2]),
            Long.parseLong(parts[3]),
            Long.parseLong(parts[4]),
            Long.parseLong(parts[5]),
            Long.parseLong(parts[6]),
            undecided(parts)));
  }

  /** In a text of an older release, the eighth part is missing or is the id of the check. */
  private static long undecided(String[] parts) {
    return parts.length > 8 ? Long.parseLong(parts[7]) : 0;
  }
}
