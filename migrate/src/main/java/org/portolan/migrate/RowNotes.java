package org.portolan.migrate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/** What people must know of the rows of a table that are copied. Thread-safe. */
final class RowNotes {
  private final TablePlan plan;
  private final boolean spaces;
  private final AtomicLong empty = new AtomicLong();
  private final AtomicLong spaced = new AtomicLong();

  /**
   * Makes the notes of a table.
   *
   * @param spaces whether the database ignores spaces at the end of keys
   */
  RowNotes(TablePlan plan, boolean spaces) {
    this.plan = plan;
    this.spaces = spaces && plan.isRows();
  }

  void add(MappedRow row) {
    if (plan.isPart() && row.values().values().stream().allMatch(Objects::isNull)) {
      empty.incrementAndGet();
    }
    if (spaces && row.key().values().stream().anyMatch(RowNotes::endsWithSpace)) {
      spaced.incrementAndGet();
    }
  }

  private static boolean endsWithSpace(Object value) {
    return value instanceof String text && text.endsWith(" ");
  }

  List<String> texts() {
    List<String> texts = new ArrayList<>();
    if (empty.get() > 0) {
      texts.add(
          of(
              "%,d rows have no value in any column that is moved; nothing of them is in the store,"
                  + " and they do not come back",
              empty.get()));
    }
    if (spaced.get() > 0) {
      texts.add(
          of(
              "%,d keys end with spaces, which most collations of the database ignore and the store"
                  + " does not; rows that name such a key without the spaces are rejected",
              spaced.get()));
    }
    return texts;
  }

  private String of(String text, long rows) {
    return "table " + plan.name() + ": " + String.format(Locale.ROOT, text, rows);
  }
}
