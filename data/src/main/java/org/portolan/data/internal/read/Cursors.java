package org.portolan.data.internal.read;

import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.portolan.data.InvalidCursorException;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/**
 * Cursors of applications: the key of the first or the last entry of a page, encoded in characters
 * that are safe in URLs. Reading in either direction leaves this entry out.
 */
public final class Cursors {
  /**
   * Both ends of a list: what follows it in either direction is the whole list. If a page is empty,
   * it has no entry for the cursor that leads back. But then it has shown that its place is at the
   * end of the list, so the way back begins there. No encoded key has this character.
   */
  private static final String END = ".";

  private Cursors() {}

  private static String of(KeyCodec codec, Tuple key) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(codec.encode(key));
  }

  /** Returns the key behind which a page begins; empty if it begins at an end of the list. */
  public static Optional<Tuple> parse(KeyCodec codec, Paging paging) {
    if (isAtEnd(paging)) {
      return Optional.empty();
    }
    String cursor = paging.cursor().orElseThrow();
    try {
      return Optional.of(codec.decode(Base64.getUrlDecoder().decode(cursor)));
    } catch (IllegalArgumentException e) {
      throw new InvalidCursorException(
          "'" + cursor + "' is not a cursor of this list; begin at its start", e);
    }
  }

  /** Returns whether a page begins at an end of the list, not at an entry. */
  private static boolean isAtEnd(Paging paging) {
    return paging.cursor().isEmpty() || paging.cursor().get().equals(END);
  }

  /**
   * Returns a page.
   *
   * @param entries in the order in which they were read
   * @param key returns the key of an entry
   * @param ahead the key behind which more entries are; empty if there are no more
   */
  public static <T> Slice<T> slice(
      KeyCodec codec,
      Paging paging,
      List<T> entries,
      Function<? super T, Tuple> key,
      Optional<Tuple> ahead) {
    Optional<Tuple> first = entries.stream().findFirst().map(key);
    return slice(codec, paging, !isAtEnd(paging), entries, first, ahead);
  }

  /**
   * Returns a page.
   *
   * @param back whether there may be entries before those read
   * @param first the key of the first entry that was read; empty if there was none
   */
  static <T> Slice<T> slice(
      KeyCodec codec,
      Paging paging,
      boolean back,
      List<T> entries,
      Optional<Tuple> first,
      Optional<Tuple> ahead) {
    Optional<String> forth = ahead.map(last -> of(codec, last));
    Optional<String> where =
        back
            ? Optional.of(first.map(entry -> of(codec, entry)).orElse(END))
            : Optional.<String>empty();
    if (!paging.backwards()) {
      return new Slice<>(entries, forth, where);
    }
    List<T> ordered = new ArrayList<>(entries);
    Collections.reverse(ordered);
    return new Slice<>(ordered, where, forth);
  }
}
