package org.portolan.wiki.jdbc;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.portolan.wiki.Listing;
import org.portolan.wiki.ListingRequest;

/**
 * Parts of lists. A cursor is the sort key of the last entry, so it stays valid whatever is
 * written.
 */
final class Cursors {
  private Cursors() {}

  /** Reads entries. */
  interface Read<T> {
    /** Returns at most {@code limit} entries behind the end of the part before. */
    List<T> entries(int limit) throws SQLException;
  }

  /** Reads a part, and one entry more to know whether another part follows. */
  static <T> Listing<T> part(ListingRequest request, Read<T> read, Function<T, String> cursor)
      throws SQLException {
    List<T> entries = read.entries(request.limit() + 1);
    if (entries.size() <= request.limit()) {
      return new Listing<>(entries, Optional.empty());
    }
    List<T> part = entries.subList(0, request.limit());
    return new Listing<>(part, Optional.of(cursor.apply(part.get(part.size() - 1))));
  }

  static String ofText(String text) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  static String text(String cursor) {
    try {
      return new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw invalid(cursor, e);
    }
  }

  static long number(String cursor) {
    try {
      return Long.parseLong(cursor);
    } catch (NumberFormatException e) {
      throw invalid(cursor, e);
    }
  }

  static IllegalArgumentException invalid(String cursor, Exception cause) {
    return new IllegalArgumentException(
        "'" + cursor + "' is no cursor of this list; begin the list again", cause);
  }
}
