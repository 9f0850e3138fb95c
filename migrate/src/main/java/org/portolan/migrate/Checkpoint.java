package org.portolan.migrate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.portolan.data.Patience;
import org.portolan.data.Store;
import org.portolan.migrate.sql.KeyRange;

/**
 * The place of a migration, as notes in its store: a note for the whole, and for each table notes
 * with some ranges each. The ranges of a table follow each other; whatever is behind the last of
 * them was not begun, or may be in the store without being noted. Thread-safe.
 */
final class Checkpoint {
  private static final Patience PATIENCE = Patience.ofMinutes();
  private static final String NOTE = "migrate";
  private static final int FORMAT = 1;
  private static final int GROUP_RANGES = 16;
  private static final long SAVE_EVERY_NANOS = 3_000_000_000L;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Store store;
  private final RowWriter writer;
  private final Rejects rejects;
  private final List<List<RangeState>> tables = new ArrayList<>();
  private final Set<String> changed = new HashSet<>();
  private long savedNanos = System.nanoTime();

  /**
   * The whole.
   *
   * @param format of all notes
   * @param fingerprint of the mapping and the design
   * @param database the identity of the database; null in notes of older releases
   * @param unsure the tables of which the store may have rows that no note tells, or that are gone
   *     from the database: the one that is being copied, and those that had changed
   */
  record Header(
      int format, String fingerprint, String database, boolean finished, List<String> unsure) {
    Header {
      unsure = unsure == null ? List.of() : List.copyOf(unsure);
    }

    static Header begun(String fingerprint, String database, Collection<String> unsure) {
      return new Header(FORMAT, fingerprint, database, false, List.copyOf(unsure));
    }

    static Header finished(String fingerprint, String database) {
      return new Header(FORMAT, fingerprint, database, true, List.of());
    }
  }

  /** A range as a note has it. */
  record NotedRange(
      List<String> low,
      List<String> high,
      int part,
      int parts,
      long rows,
      long written,
      long rejected,
      String digest) {}

  /** Ranges of a note. */
  record Group(List<NotedRange> ranges) {}

  Checkpoint(Store store, RowWriter writer, Rejects rejects, int tableCount) {
    this.store = store;
    this.writer = writer;
    this.rejects = rejects;
    for (int number = 0; number < tableCount; number++) {
      tables.add(new ArrayList<>());
    }
  }

  static Optional<Header> header(Store store) {
    Optional<Header> header = store.note(NOTE).map(text -> read(text, Header.class));
    if (header.isPresent() && header.get().format() != FORMAT) {
      throw new MigrateException(
          "cannot read the place of an earlier migration: it has format "
              + header.get().format()
              + ", and this release reads "
              + FORMAT
              + "; use the release that began it, or a new store");
    }
    return header;
  }

  private static <T> T read(String text, Class<T> type) {
    try {
      return JSON.readValue(text, type);
    } catch (JsonProcessingException e) {
      throw new MigrateException(
          "cannot read the place of an earlier migration; use the release that began it, or a new"
              + " store",
          e);
    }
  }

  static String json(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  void header(Header header) {
    note(NOTE, json(header));
  }

  private void note(String name, String text) {
    PATIENCE.run(() -> store.note(name, text));
  }

  /** Reads the notes of a migration that goes on. */
  void load() {
    for (int table = 0; table < tables.size(); table++) {
      for (int group = 0; ; group++) {
        Optional<String> note = store.note(name(table, group));
        if (note.isEmpty()) {
          break;
        }
        for (NotedRange range : read(note.get(), Group.class).ranges()) {
          tables.get(table).add(state(range));
        }
      }
    }
  }

  private static RangeState state(NotedRange of) {
    KeyRange range =
        new KeyRange(KeyText.read(of.low()), KeyText.read(of.high()), of.part(), of.parts());
    return new RangeState(range, of.rows(), of.written(), of.rejected(), of.digest());
  }

  private static NotedRange noted(RangeState of) {
    KeyRange range = of.range();
    return new NotedRange(
        KeyText.write(range.low()),
        KeyText.write(range.high()),
        range.part(),
        range.parts(),
        of.rows(),
        of.written(),
        of.rejected(),
        of.digest());
  }

  private static String name(int table, int group) {
    return NOTE + "." + table + "." + group;
  }

  synchronized List<RangeState> ranges(TablePlan plan) {
    return List.copyOf(tables.get(plan.number()));
  }

  /** Adds the next range of a table, and returns its number. */
  synchronized int begin(TablePlan plan, KeyRange range) {
    tables.get(plan.number()).add(RangeState.begun(range));
    return tables.get(plan.number()).size() - 1;
  }

  /** Notes that a range is in the store, soon. */
  synchronized void done(TablePlan plan, int number, RangeState state) {
    tables.get(plan.number()).set(number, state);
    changed.add(plan.number() + " " + number / GROUP_RANGES);
    if (System.nanoTime() - savedNanos >= SAVE_EVERY_NANOS) {
      save();
    }
  }

  /** Forgets that the ranges of a table are done: rows of it were rejected after all. */
  synchronized void reopen(TablePlan plan) {
    for (int number = 0; number < tables.get(plan.number()).size(); number++) {
      reopen(plan, number);
    }
  }

  /** Forgets that a range is done. */
  synchronized void reopen(TablePlan plan, int number) {
    List<RangeState> ranges = tables.get(plan.number());
    ranges.set(number, RangeState.begun(ranges.get(number).range()));
    changed.add(plan.number() + " " + number / GROUP_RANGES);
  }

  /** Makes everything durable that is done, and notes it. */
  synchronized void save() {
    writer.flush();
    rejects.flush();
    for (String each : changed) {
      int space = each.indexOf(' ');
      int table = Integer.parseInt(each.substring(0, space));
      int group = Integer.parseInt(each.substring(space + 1));
      List<RangeState> ranges = tables.get(table);
      // The notes before this one, so that the ranges follow each other.
      int first = group * GROUP_RANGES;
      int end = Math.min(ranges.size(), first + GROUP_RANGES);
      note(
          name(table, group),
          json(new Group(ranges.subList(first, end).stream().map(Checkpoint::noted).toList())));
    }
    changed.clear();
    savedNanos = System.nanoTime();
  }
}
