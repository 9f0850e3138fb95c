package org.portolan.migrate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.portolan.migrate.FollowNote.Noted;

/**
 * The changed rows that do not fit as yet, each with the reason. What a row refers to may come with
 * a later change, so each is tried again; the tables of those that are left are compared at the
 * end. Memory holds at most {@value #WAITING_MAX} rows of each table. The note in the store holds
 * fewer, and a process that resumes reads them there. Used by one thread.
 */
final class WaitingRows {
  private static final int WAITING_MAX = 10_000;

  /** A note of a store is to have some kilobytes. */
  private static final int NOTED_CHARS_MAX = 16_000;

  private static final int REASON_CHARS_MAX = 200;

  private final FollowedTables tables;
  private final Map<FollowedTable, Map<List<Object>, String>> reasons =
      new TreeMap<>(Comparator.comparingInt(table -> table.plan().number()));

  WaitingRows(FollowedTables tables) {
    this.tables = tables;
  }

  /** Lets a row wait. */
  void add(FollowedTable table, List<Object> identity, String reason) {
    Map<List<Object>, String> some = reasons.computeIfAbsent(table, any -> new LinkedHashMap<>());
    some.put(identity, reason);
    if (some.size() > WAITING_MAX) {
      tables.compare(table, "more than " + WAITING_MAX + " of its rows did not fit");
      some.clear();
    }
  }

  /** Lets a row wait no more: the store has of it what the database has. */
  void settle(FollowedTable table, List<Object> identity) {
    Map<List<Object>, String> some = reasons.get(table);
    if (some != null) {
      some.remove(identity);
    }
  }

  /** Returns the rows of a table that wait. */
  Set<List<Object>> identities(FollowedTable table) {
    return Set.copyOf(reasons.getOrDefault(table, Map.of()).keySet());
  }

  /** Returns how many rows wait. */
  long count() {
    return reasons.values().stream().mapToLong(Map::size).sum();
  }

  /** Returns the tables of which rows wait. */
  List<FollowedTable> tables() {
    return reasons.entrySet().stream()
        .filter(table -> !table.getValue().isEmpty())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns one of the rows, with the reason. */
  Optional<String> example() {
    return reasons.entrySet().stream()
        .flatMap(
            table ->
                table.getValue().entrySet().stream()
                    .map(
                        row ->
                            table.getKey().plan().name()
                                + " "
                                + row.getKey()
                                + ": "
                                + row.getValue()))
        .findFirst();
  }

  /** Adds all of them to rows that are tried next. */
  void addTo(Identities changed) {
    reasons.forEach((table, some) -> changed.addAll(table, some.keySet()));
  }

  /** Returns those that fit into a note; their tables are compared at the end in any case. */
  List<Noted> noted() {
    List<Noted> noted = new ArrayList<>();
    int chars = 0;
    for (Map.Entry<FollowedTable, Map<List<Object>, String>> table : reasons.entrySet()) {
      for (Map.Entry<List<Object>, String> row : table.getValue().entrySet()) {
        String reason = row.getValue();
        Noted one =
            new Noted(
                table.getKey().plan().name(),
                KeyText.write(row.getKey()),
                reason.substring(0, Math.min(reason.length(), REASON_CHARS_MAX)));
        chars += one.reason().length() + one.key().stream().mapToInt(String::length).sum();
        if (chars > NOTED_CHARS_MAX) {
          return noted;
        }
        noted.add(one);
      }
    }
    return noted;
  }

  /** Lets rows wait that an earlier process noted, unless their tables are followed no more. */
  void restore(List<Noted> noted) {
    for (Noted row : noted) {
      tables
          .ofPlan(row.table())
          .filter(table -> table.identity().size() == row.key().size())
          .ifPresent(table -> add(table, KeyText.read(row.key()), row.reason()));
    }
  }
}
