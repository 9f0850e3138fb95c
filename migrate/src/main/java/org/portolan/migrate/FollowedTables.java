package org.portolan.migrate;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.portolan.migrate.sql.Database;
import org.portolan.migrate.sql.ForeignKeys;
import org.portolan.migrate.sql.ForeignKeys.ForeignKey;
import org.portolan.migrate.sql.SqlColumn;

/**
 * The tables of a migration whose changes can be followed, by their names in the log, and those
 * that must be compared at the end instead, each with the reason. Foreign keys tell which tables
 * need more than the log says: a database may delete the rows of an owner without a word in the
 * log, and without a foreign key an owner may come after what belongs to it. Used by one thread.
 */
final class FollowedTables {
  private final Database database;
  private final Map<String, FollowedTable> byName = new LinkedHashMap<>();

  /** The tables whose rows must be read again when an owner comes or goes. */
  private final Set<FollowedTable> unguarded = new HashSet<>();

  /** The tables of which the database deletes rows with their owner, and the log does not tell. */
  private final Set<FollowedTable> cascaded = new HashSet<>();

  private final Map<String, String> compared = new TreeMap<>();

  /**
   * Looks which tables of a plan can be followed.
   *
   * @throws MigrateException if the database cannot be read
   */
  FollowedTables(MigrationPlan plan, Database database) {
    this.database = database;
    try (Connection connection = database.connect()) {
      String usual = database.kind().isMysql() ? connection.getCatalog() : connection.getSchema();
      for (TablePlan table : plan.tables()) {
        FollowedTable.obstacle(table)
            .ifPresentOrElse(
                reason -> compared.put(table.name(), reason),
                () -> byName.put(logName(table.table().sql(), usual), new FollowedTable(table)));
      }
      for (Map.Entry<String, FollowedTable> each : byName.entrySet()) {
        String name = each.getKey();
        int dot = name.indexOf('.');
        guard(
            each.getValue(),
            ForeignKeys.of(database, connection, name.substring(0, dot), name.substring(dot + 1)));
      }
    } catch (SQLException e) {
      throw database.failure("look up foreign keys", e);
    }
  }

  /** Returns the name by which the log knows a table: with its schema, without quotes. */
  private String logName(String sql, String usual) {
    String quote = database.kind().isMysql() ? "`" : "\"";
    int middle = sql.indexOf(quote + "." + quote);
    String schema = middle < 0 ? usual : unquoted(sql.substring(0, middle + 1), quote);
    return schema + "." + unquoted(middle < 0 ? sql : sql.substring(middle + 2), quote);
  }

  private static String unquoted(String name, String quote) {
    return name.substring(1, name.length() - 1).replace(quote + quote, quote);
  }

  /** Finds out what foreign keys change, or keep right, without the log telling it. */
  private void guard(FollowedTable table, List<ForeignKey> keys) {
    boolean silent = database.kind().isMysql();
    TablePlan plan = table.plan();
    Set<String> owner = new HashSet<>(table.owner().stream().map(SqlColumn::name).toList());
    boolean guarded = plan.isRows();
    for (ForeignKey key : keys) {
      Optional<FollowedTable> to = find(key.to());
      boolean ofOwner =
          !plan.isRows()
              && owner.equals(new HashSet<>(key.columns()))
              && to.filter(of -> of.plan().isRows() && isSameEntity(of, table)).isPresent();
      guarded |= ofOwner && !(silent && key.onUpdate());
      if (silent && ofOwner && key.onDelete()) {
        cascaded.add(table);
      }
      if (silent && !ofOwner && (key.onDelete() || key.onUpdate())) {
        compare(
            table,
            "the binary log does not tell what its foreign key to "
                + key.to()
                + " changes by ON DELETE or ON UPDATE");
      }
    }
    if (!guarded) {
      unguarded.add(table);
    }
  }

  private static boolean isSameEntity(FollowedTable one, FollowedTable other) {
    return one.plan().entity().name().equals(other.plan().entity().name());
  }

  /** Returns the names of the tables to follow, with their schemas. */
  List<String> names() {
    return List.copyOf(byName.keySet());
  }

  /** Returns the table that the log knows by a name; empty if it is not followed. */
  Optional<FollowedTable> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** Returns the followed table of a name in the mapping; empty if it is not followed. */
  Optional<FollowedTable> ofPlan(String name) {
    return byName.values().stream().filter(each -> each.plan().name().equals(name)).findFirst();
  }

  /** Leaves a table, by its name in the log, to the comparison at the end. */
  void exclude(String name, String reason) {
    compare(byName.remove(name), reason);
  }

  /** Lets a table be compared at the end. */
  void compare(FollowedTable table, String reason) {
    compared.put(table.plan().name(), reason);
  }

  /** Lets a table be compared at the end, with those whose rows belong to its rows. */
  void compareWithDependents(FollowedTable table, String reason) {
    compare(table, reason);
    if (table.plan().isRows()) {
      belongingTo(table).forEach(each -> compare(each, reason));
    }
  }

  /** Lets a table of an earlier run be compared at the end, unless there is a reason already. */
  void compareIfAbsent(String table, String reason) {
    compared.putIfAbsent(table, reason);
  }

  /** Returns a copy of the tables that are compared at the end, each with the reason. */
  Map<String, String> compared() {
    return new TreeMap<>(compared);
  }

  /** Returns the tables that are followed, owners before what belongs to them. */
  List<FollowedTable> all() {
    return List.copyOf(byName.values());
  }

  /** Returns the table of the rows to which those of a table belong; empty if none is followed. */
  Optional<FollowedTable> rowsOf(FollowedTable table) {
    return byName.values().stream()
        .filter(each -> each.plan().isRows() && isSameEntity(each, table))
        .findFirst();
  }

  /** Returns the tables whose rows belong to those of an owner. */
  List<FollowedTable> dependents(FollowedTable owner) {
    return belongingTo(owner).toList();
  }

  /** Returns those of them that must be read again when an owner comes or goes. */
  List<FollowedTable> unguarded(FollowedTable owner) {
    return belongingTo(owner).filter(unguarded::contains).toList();
  }

  /** Returns those of them whose rows the database deletes with the owner, untold. */
  List<FollowedTable> cascaded(FollowedTable owner) {
    return belongingTo(owner).filter(cascaded::contains).toList();
  }

  private Stream<FollowedTable> belongingTo(FollowedTable owner) {
    return byName.values().stream()
        .filter(table -> !table.plan().isRows() && isSameEntity(table, owner));
  }

  /** Returns whether something must be read again when rows of a table come or go. */
  boolean hasUnguarded(FollowedTable owner) {
    return owner.plan().isRows() && !unguarded(owner).isEmpty();
  }
}
