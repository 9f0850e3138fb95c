package org.portolan.data.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.portolan.data.internal.evolve.StoredDesign;
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

/**
 * The leftovers of the writes of dead processes, read from the tables themselves: intents,
 * outboxes, sessions, registered rows without a session, and receipts that are not folded.
 */
final class Leftovers {
  /**
   * How long leftovers may remain after the last fault, by the defaults of {@code StoreOptions}. A
   * sweep sees a session after one and a half intervals at most (22.5 s); the session must be
   * silent for 45 s; the next sweep ends it. This makes 90 s, and the work gets the same time
   * again.
   */
  static final Duration BOUND = Duration.ofMinutes(3);

  private static final int ROWS_MAX = 500;
  private static final int OUTBOX = 3;
  private static final int INTENT = 4;
  private static final int WATERMARK = 1;

  private final Engine engine;
  private final boolean folded;
  private final List<String> found = new ArrayList<>();

  private final StoreSchema schema;

  private Leftovers(Engine engine, boolean folded) {
    this.engine = engine;
    this.folded = folded;
    this.schema = StoredDesign.of(engine).schema(engine);
  }

  /**
   * Returns the leftovers.
   *
   * @param living the names of the processes whose sessions may exist
   * @param folded whether no receipt may be above its watermark
   */
  static List<String> of(Engine engine, Set<String> living, boolean folded) {
    Leftovers leftovers = new Leftovers(engine, folded);
    for (TableSchema table : engine.tables()) {
      leftovers.look(table, living);
    }
    return leftovers.found;
  }

  private void look(TableSchema table, Set<String> living) {
    if (has(table, StoreSchema.WRITE_FAMILY)) {
      boolean ofValues = has(table, "owner");
      rows(table, row -> state(row, ofValues), FamilyRead.all(StoreSchema.WRITE_FAMILY));
    } else if (folded && has(table, CounterSchema.CHANGES)) {
      FamilyRead newest = new FamilyRead.Items(CounterSchema.CHANGES, KeyRange.ALL, 1, true);
      rows(table, this::receipts, FamilyRead.all(CounterSchema.BASE), newest);
    } else if (table.name().equals(SessionTable.NAME)) {
      sessions(table, living);
    }
  }

  private static boolean has(TableSchema table, String family) {
    return table.families().stream().anyMatch(each -> each.name().equals(family));
  }

  /**
   * Looks at the state of a row.
   *
   * @param ofValue whether it is the row of a unique value. The lock of a write that was given up
   *     may arrive late there and stay until the next writer of the value, or the daily pass over
   *     all rows; every row of an entity has been written since
   */
  private void state(Row row, boolean ofValue) {
    List<Object> state = row.family(StoreSchema.WRITE_FAMILY).orElseThrow();
    if (state.get(OUTBOX) != null) {
      found.add("an outbox of " + row.key());
    }
    if (state.get(INTENT) != null && !ofValue) {
      found.add("an intent on " + row.key());
    }
  }

  /**
   * Folded receipts stay for a while, below the watermark. Those of a shard that is not read any
   * more, since the design has changed, are folded when the shard is needed again; so are those of
   * a counter that was dropped, or whose addition was given up.
   */
  private void receipts(Row row) {
    boolean counted =
        schema.counters().stream().anyMatch(counter -> counter.name().equals(row.key().get(0)));
    if (!counted || !schema.readShard(row.key()).equals(row.key())) {
      return;
    }
    long watermark =
        row.family(CounterSchema.BASE)
            .map(values -> (Long) values.get(WATERMARK))
            .orElse(Long.MIN_VALUE);
    for (Row.Item receipt : row.itemsOf(CounterSchema.CHANGES)) {
      if (receipt.key().values().get(0) instanceof Long version && version > watermark) {
        found.add("a receipt of " + row.key() + " above the watermark " + watermark);
      }
    }
  }

  private void sessions(TableSchema table, Set<String> living) {
    List<Long> known = new ArrayList<>();
    rows(
        table,
        row -> {
          long session = (Long) row.key().get(0);
          String owner = (String) row.family("session").orElseThrow().get(4);
          known.add(session);
          if (session > 0 && !living.contains(owner)) {
            found.add("session " + session + " of " + owner);
          }
        },
        FamilyRead.all("session"));
    rows(
        table,
        row -> {
          if (!known.contains((Long) row.key().get(0))) {
            found.add("registered rows " + row.key() + " without a session");
          }
        },
        new FamilyRead.Items("open_rows", KeyRange.ALL, 1, false));
  }

  private void rows(TableSchema table, Consumer<Row> look, FamilyRead... reads) {
    Scan scan = Scan.of(table.name(), KeyRange.ALL, ROWS_MAX, reads);
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
