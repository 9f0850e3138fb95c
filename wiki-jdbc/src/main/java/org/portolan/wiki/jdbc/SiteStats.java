package org.portolan.wiki.jdbc;

import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import org.portolan.wiki.Statistics;

/**
 * What a transaction adds to the counters. It is written as the last statement, into a random slot:
 * a transaction holds the slot's lock until its commit is durable. Used by one thread.
 */
final class SiteStats {
  static final int SLOTS = 16;

  private long pages;
  private long articles;
  private long edits;

  static Statistics read(Session session) throws SQLException {
    return session
        .first(
            "SELECT SUM(pages), SUM(articles), SUM(edits) FROM site_stats",
            row -> new Statistics(row.number(), row.number(), row.number()))
        .orElseThrow();
  }

  void addPages(long more) {
    pages += more;
  }

  void addEdits(long more) {
    edits += more;
  }

  /** Counts a page that was or was not an article and now is or is not one. */
  void articleChanged(boolean before, boolean after) {
    articles += (after ? 1 : 0) - (before ? 1 : 0);
  }

  void write(Session session) throws SQLException {
    if (pages != 0 || articles != 0 || edits != 0) {
      session.update(
          "UPDATE site_stats SET pages = pages + ?, articles = articles + ?, edits = edits + ?"
              + " WHERE slot = ?",
          pages,
          articles,
          edits,
          ThreadLocalRandom.current().nextInt(SLOTS));
    }
  }
}
