package org.portolan.wiki.jdbc;

import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.portolan.wiki.Comment;

/** Rows of comments, oldest first, those of one instant by contributor. */
final class CommentRows {
  private static final String COLUMNS =
      "SELECT c.created, a.name, c.content FROM page p"
          + " JOIN page_comment c ON c.page_id = p.page_id"
          + " JOIN actor a ON a.actor_id = c.actor_id WHERE p.title = ?";

  private static final String ORDER = " ORDER BY c.created, a.name LIMIT ?";

  private CommentRows() {}

  private static Comment comment(Row row) throws SQLException {
    return new Comment(row.instant(), row.key(), row.text());
  }

  static List<Comment> after(Session session, String title, Optional<String> cursor, int limit)
      throws SQLException {
    if (cursor.isEmpty()) {
      return session.list(COLUMNS + ORDER, CommentRows::comment, Session.key(title), limit);
    }
    int end = cursor.get().indexOf('.');
    if (end < 0) {
      throw Cursors.invalid(cursor.get(), null);
    }
    Instant time = instant(cursor.get(), cursor.get().substring(0, end));
    String name = Cursors.text(cursor.get().substring(end + 1));
    return session.list(
        COLUMNS + " AND (c.created > ? OR (c.created = ? AND a.name > ?))" + ORDER,
        CommentRows::comment,
        Session.key(title),
        time,
        time,
        Session.key(name),
        limit);
  }

  private static Instant instant(String cursor, String written) {
    try {
      long micros = Cursors.number(written);
      return Instant.ofEpochSecond(
          Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1_000);
    } catch (DateTimeException e) {
      throw Cursors.invalid(cursor, e);
    }
  }

  static String cursor(Comment last) {
    Instant time = last.time();
    long micros = Math.addExact(time.getEpochSecond() * 1_000_000, time.getNano() / 1_000);
    return micros + "." + Cursors.ofText(last.contributor());
  }
}
