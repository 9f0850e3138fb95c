package org.portolan.wiki.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.portolan.data.StoreCheck.Finding;
import org.portolan.data.StoreCheck.Kind;
import org.portolan.data.StoreCheck.Options;
import org.portolan.data.StoreCheck.Result;
import org.portolan.wiki.Statistics;
import org.portolan.wiki.jdbc.LinkTables.Table;

/**
 * Compares what foreign keys do not keep: the counters with the rows, the titles in the tables of
 * links with those of the pages, the current revisions with the largest ones, and revisions with
 * texts. All is read from one snapshot, so nothing that is written meanwhile looks wrong. A repair
 * locks what it corrects and reads it again. Used by one thread.
 */
final class JdbcCheck {
  private final Database database;
  private final Options options;
  private final Consumer<Finding> findings;
  private final List<Runnable> repairs = new ArrayList<>();
  private int reported;
  private long missing;
  private long dangling;
  private long repaired;

  JdbcCheck(Database database, Options options, Consumer<Finding> findings) {
    this.database = database;
    this.options = options;
    this.findings = findings;
  }

  Result run(LongConsumer progress) {
    long[] counted = new long[2];
    database.snapshot(
        "check",
        session -> {
          missing = 0;
          dangling = 0;
          reported = 0;
          repairs.clear();
          counted[0] = count(session, "page") + count(session, "revision");
          progress.accept(counted[0]);
          checkTitles(session);
          checkLatest(session);
          checkTexts(session);
          checkCounters(session);
          counted[1] = 0;
          for (Table table : Table.values()) {
            counted[1] += count(session, table.sql());
          }
          progress.accept(counted[0] + counted[1]);
          return null;
        });
    if (options.repair()) {
      repairs.forEach(Runnable::run);
    }
    return new Result(counted[0], counted[1], missing, dangling, repaired, 0);
  }

  private static long count(Session session, String table) throws SQLException {
    return session.first("SELECT COUNT(*) FROM " + table, Row::number).orElseThrow();
  }

  private void found(Kind kind, String name, String detail, long amount, boolean repairable) {
    if (kind == Kind.MISSING) {
      missing += amount;
    } else {
      dangling += amount;
    }
    boolean repairs = options.repair() && repairable;
    if (repairs) {
      repaired += amount;
    }
    if (reported < options.reportsMax()) {
      reported++;
      findings.accept(new Finding(kind, name, detail, repairs));
    }
  }

  private void checkTitles(Session session) throws SQLException {
    for (Table table : Table.values()) {
      session.list(
          "SELECT l.page_id, l.target, l.page_title, p.title FROM "
              + table.sql()
              + " l JOIN page p ON p.page_id = l.page_id WHERE l.page_title <> p.title",
          row -> {
            long pageId = row.number();
            String target = row.key();
            found(
                Kind.DANGLING,
                table.sql(),
                "'" + target + "' lists '" + row.key() + "' instead of '" + row.key() + "'",
                1,
                true);
            repairs.add(() -> repairTitle(pageId));
            return null;
          });
    }
  }

  private void repairTitle(long pageId) {
    database.write(
        "repair",
        List.of(),
        session -> {
          var title =
              session.first(
                  "SELECT title FROM page WHERE page_id = ? FOR UPDATE", Row::key, pageId);
          if (title.isPresent()) {
            LinkTables.rename(session, pageId, title.get());
          }
          return null;
        });
  }

  private void checkLatest(Session session) throws SQLException {
    session.list(
        "SELECT p.page_id, p.title FROM page p LEFT JOIN"
            + " (SELECT page_id, MAX(revision_id) AS newest FROM revision GROUP BY page_id) r"
            + " ON r.page_id = p.page_id"
            + " WHERE p.latest IS NULL OR r.newest IS NULL OR p.latest <> r.newest",
        row -> {
          long pageId = row.number();
          found(
              Kind.DANGLING,
              "page.latest",
              "'" + row.key() + "' has another current revision than its newest",
              1,
              true);
          repairs.add(() -> repairLatest(pageId));
          return null;
        });
  }

  private void repairLatest(long pageId) {
    database.write(
        "repair",
        List.of(),
        session -> {
          session.list("SELECT 1 FROM page WHERE page_id = ? FOR UPDATE", Row::integer, pageId);
          session.update(
              "UPDATE page SET latest ="
                  + " (SELECT MAX(revision_id) FROM revision WHERE page_id = ?) WHERE page_id = ?",
              pageId,
              pageId);
          return null;
        });
  }

  private void checkTexts(Session session) throws SQLException {
    session.list(
        "SELECT p.title, r.revision_id FROM revision r JOIN page p ON p.page_id = r.page_id"
            + " WHERE NOT EXISTS (SELECT 1 FROM revision_text t"
            + " WHERE t.page_id = r.page_id AND t.revision_id = r.revision_id)",
        row -> {
          found(
              Kind.MISSING,
              "revision_text",
              "of revision " + second(row) + " cannot be made again",
              1,
              false);
          return null;
        });
  }

  private static String second(Row row) throws SQLException {
    String title = row.key();
    return row.number() + " of '" + title + "'";
  }

  private static Statistics counted(Session session) throws SQLException {
    return new Statistics(
        count(session, "page"),
        session
            .first(
                "SELECT COUNT(*) FROM page p WHERE p.namespace = 0 AND p.redirect_to IS NULL"
                    + " AND EXISTS (SELECT 1 FROM page_link l WHERE l.page_id = p.page_id)",
                Row::number)
            .orElseThrow(),
        count(session, "revision"));
  }

  private void checkCounters(Session session) throws SQLException {
    Statistics kept = SiteStats.read(session);
    Statistics counted = counted(session);
    compare("pages", kept.pages(), counted.pages());
    compare("articles", kept.articles(), counted.articles());
    compare("edits", kept.edits(), counted.edits());
    if (!kept.equals(counted)) {
      repairs.add(this::repairCounters);
    }
  }

  private void compare(String counter, long kept, long counted) {
    if (kept != counted) {
      found(
          kept < counted ? Kind.MISSING : Kind.DANGLING,
          "site_stats." + counter,
          "is " + kept + " and should be " + counted,
          Math.abs(kept - counted),
          true);
    }
  }

  /**
   * Counts anew. Every writer changes a slot as its last statement, so while all slots are locked
   * none can commit: what is counted is what the slots of all committed writers must add up to.
   */
  private void repairCounters() {
    database.write(
        "repair",
        List.of(),
        session -> {
          session.list("SELECT slot FROM site_stats ORDER BY slot FOR UPDATE", Row::integer);
          Statistics counted = counted(session);
          session.update("UPDATE site_stats SET pages = 0, articles = 0, edits = 0");
          session.update(
              "UPDATE site_stats SET pages = ?, articles = ?, edits = ? WHERE slot = 0",
              counted.pages(),
              counted.articles(),
              counted.edits());
          return null;
        });
  }
}
