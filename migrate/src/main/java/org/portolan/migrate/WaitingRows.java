package org.portolan.migrate;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.migrate.sql.SqlColumn;

/**
 * The changed rows that do not fit as yet, each with the reason. What a row refers to may come with
 * a later change, so each is tried again; those that are left at the end are rejected. Only so many
 * are in memory of each table: one with more is compared as a whole at the end. Used by one thread.
 */
final class WaitingRows {
  private static final int WAITING_MAX = 10_000;

  private final FollowedTables tables;
  private final Map<FollowedTable, Map<List<Object>, String>> reasons = new HashMap<>();

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

  /**
   * Writes a line for each of them into the file of rejected rows.
   *
   * @return how many
   */
  long reject(Path file) {
    long count = count();
    try (Rejects rejects = new Rejects(file, true)) {
      reasons.forEach(
          (table, some) -> {
            List<String> key = table.identity().stream().map(SqlColumn::name).toList();
            some.forEach(
                (identity, reason) ->
                    rejects.add(table.plan().name(), key, "", reason, key, identity.toArray()));
          });
    }
    return count;
  }
}
