package org.portolan.wiki.proposed;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.portolan.data.InvalidCursorException;

/**
 * The place where a list of a page's revisions or comments goes on. The store's cursor leads there
 * at once, but only while the title is of the same page; after a deletion and a new page, the entry
 * that was shown last tells the place.
 *
 * @param pageId of the page whose list it was
 * @param number the revision's id or the comment's time in microseconds, of the last entry
 * @param name the comment's contributor; empty of a revision
 * @param cursor the store's; empty if the store has nothing more
 */
record Place(long pageId, long number, String name, Optional<String> cursor) {
  private static final int PARTS = 4;

  static Place parse(String written) {
    String[] parts = written.split("\\.", PARTS);
    try {
      if (parts.length == PARTS) {
        return new Place(
            Long.parseLong(parts[0]),
            Long.parseLong(parts[1]),
            new String(Base64.getUrlDecoder().decode(parts[2]), StandardCharsets.UTF_8),
            Optional.of(parts[3]).filter(cursor -> !cursor.isEmpty()));
      }
    } catch (IllegalArgumentException e) {
      throw invalid(written, e);
    }
    throw invalid(written, null);
  }

  private static InvalidCursorException invalid(String cursor, Throwable cause) {
    return new InvalidCursorException(
        "'" + cursor + "' is no cursor of this list; begin at its start", cause);
  }

  String written() {
    return pageId
        + "."
        + number
        + "."
        + Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(name.getBytes(StandardCharsets.UTF_8))
        + "."
        + cursor.orElse("");
  }
}
