package org.portolan.data.internal.read;

import java.util.Base64;
import java.util.Optional;
import org.portolan.data.InvalidCursorException;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/** Cursors of applications: the last key of a page, encoded in characters that are safe in URLs. */
public final class Cursors {
  private Cursors() {}

  public static String of(KeyCodec codec, Tuple last) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(codec.encode(last));
  }

  public static Optional<Tuple> parse(KeyCodec codec, Optional<String> cursor) {
    if (cursor.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(codec.decode(Base64.getUrlDecoder().decode(cursor.get())));
    } catch (IllegalArgumentException e) {
      throw new InvalidCursorException(
          "'" + cursor.get() + "' is not a cursor of this list; begin at its start", e);
    }
  }
}
