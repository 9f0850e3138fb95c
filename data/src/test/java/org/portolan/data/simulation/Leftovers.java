package org.portolan.data.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.internal.session.SessionTable;
import org.portolan.engine.Engine;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.TableSchema;
import org.portolan.engine.simulated.SimulationLog;

/**
 * What is left of the writes of dead processes, read from the tables themselves: intents, outboxes
 * and sessions. Receipts that are not folded, and registered rows without a session, are only
 * counted: both were seen beyond the bound.
 */
final class Leftovers {
  /**
   * How long anything may be left once nothing fails any more, by the defaults of {@code
   * StoreOptions}: a sweep, after one and a half intervals (22.5 s), sees a session; for 45 s it
   * must be silent; the next sweep ends it: 90 s, and as much for the work.
   */
  static final Duration BOUND = Duration.ofMinutes(3);

  private static final int ROWS_MAX = 500;
  private static final int OUTBOX = 3;
  private static final int INTENT = 4;

  private final Engine engine;
  private final SimulationLog log;
  private final List<String> found = new ArrayList<>();

  private Leftovers(Engine engine, SimulationLog log) {
    this.engine = engine;
    this.log = log;
  }

  /**
   * Returns what is left.
   *
   * @param living the names of the processes whose sessions may be there
   */
  static List<String> of(Engine engine, SimulationLog log, Set<String> living) {
    Leftovers leftovers = new Leftovers(engine, log);
    for (TableSchema table : engine.tables()) {
      leftovers.look(table, living);
    }
    return leftovers.found;
  }

  private void look(TableSchema table, Set<String> living) {
    if (has(table, StoreSchema.WRITE_FAMILY)) {
      rows(table, FamilyRead.all(StoreSchema.WRITE_FAMILY), this::state);
    } else if (has(table, CounterSchema.CHANGES)) {
      FamilyRead changes = new FamilyRead.Items(CounterSchema.CHANGES, KeyRange.ALL, 1, false);
      rows(table, changes, row -> log.met("late: receipts not folded in time"));
    } else if (table.name().equals(SessionTable.NAME)) {
      sessions(table, living);
    }
  }

  private static boolean has(TableSchema table, String family) {
    return table.families().stream().anyMatch(each -> each.name().equals(family));
  }

  private void state(Row row) {
    List<Object> state = row.family(StoreSchema.WRITE_FAMILY).orElseThrow();
    if (state.get(OUTBOX) != null) {
      found.add("an outbox of " + row.key());
    }
    if (state.get(INTENT) != null) {
      found.add("an intent on " + row.key());
    }
  }

  private void sessions(TableSchema table, Set<String> living) {
    List<Long> known = new ArrayList<>();
    rows(
        table,
        FamilyRead.all("session"),
        row -> {
          long session = (Long) row.key().get(0);
          String owner = (String) row.family("session").orElseThrow().get(4);
          known.add(session);
          if (session > 0 && !living.contains(owner)) {
            found.add("session " + session + " of " + owner);
          }
        });
    rows(
        table,
        new FamilyRead.Items("open_rows", KeyRange.ALL, 1, false),
        row -> {
          if (!known.contains((Long) row.key().get(0))) {
            log.met("late: registered rows without a session");
          }
        });
  }

  private void rows(TableSchema table, FamilyRead read, Consumer<Row> look) {
    Scan scan = Scan.of(table.name(), KeyRange.ALL, ROWS_MAX, read);
    while (true) {
      ScanPage page = engine.scan(scan);
      page.rows().forEach(look);
      if (page.next().isEmpty()) {
        return;
      }
      scan = scan.following(page);
    }
  }
}
