package org.portolan.data.internal.evolve;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.portolan.data.DataException;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Engine;
import org.portolan.engine.Family;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;

/**
 * The tables of a store before and after a change of its design. Every method can be repeated. The
 * engine's own schemas are altered, not those that a design would create: derived tables keep the
 * names of columns that were renamed since, and only positions count in them. Immutable.
 */
public record TableChanges(
    Engine engine, Map<String, TableSchema> before, Map<String, TableSchema> after) {
  /** Returns the failure of a change of tables that the engine refuses, with what to do. */
  public static DataException refused(Engine engine, String design, RuntimeException cause) {
    return new DataException(
        "cannot change the tables of "
            + engine.uri()
            + " for the design '"
            + design
            + "': "
            + cause.getMessage()
            + "; give the change up with 'portolan evolve --store "
            + engine.uri()
            + " --cancel'",
        cause);
  }

  public static TableChanges of(Engine engine, StoreSchema before, StoreSchema after) {
    return new TableChanges(engine, byName(before.tables()), byName(after.tables()));
  }

  private static Map<String, TableSchema> byName(List<TableSchema> tables) {
    Map<String, TableSchema> byName = new LinkedHashMap<>();
    tables.forEach(table -> byName.put(table.name(), table));
    return byName;
  }

  /** Returns the tables that the change adds. */
  List<TableSchema> created() {
    return after.values().stream().filter(table -> !before.containsKey(table.name())).toList();
  }

  /**
   * Creates tables, and appends families and columns to others.
   *
   * @param remade the tables that are made anew by others
   */
  public void add(Set<String> remade) {
    engine.createTables(
        created().stream().filter(table -> !remade.contains(table.name())).toList());
    for (TableSchema existing : engine.tables()) {
      TableSchema wanted = after.get(existing.name());
      boolean stays = wanted != null && before.containsKey(existing.name());
      if (stays && !remade.contains(existing.name())) {
        alter(existing, extended(existing, wanted));
      }
    }
  }

  private void alter(TableSchema existing, List<Family> families) {
    if (!families.equals(existing.families())) {
      engine.alterTable(existing, with(existing, families));
    }
  }

  private static TableSchema with(TableSchema existing, List<Family> families) {
    return new TableSchema(
        existing.name(),
        existing.key(),
        existing.partitionColumns(),
        families,
        existing.splitPoints(),
        existing.options());
  }

  private static List<Family> extended(TableSchema existing, TableSchema wanted) {
    List<Family> families = new ArrayList<>();
    for (Family family : existing.families()) {
      families.add(wanted.family(family.name()).map(w -> extended(family, w)).orElse(family));
    }
    for (Family family : wanted.families()) {
      if (existing.family(family.name()).isEmpty()) {
        families.add(family);
      }
    }
    return families;
  }

  private static Family extended(Family existing, Family wanted) {
    if (existing instanceof ColumnFamily columns && wanted instanceof ColumnFamily more) {
      return new ColumnFamily(existing.name(), extended(columns.columns(), more.columns()));
    } else if (existing instanceof ItemFamily items && wanted instanceof ItemFamily more) {
      return new ItemFamily(
          existing.name(), items.itemKey(), extended(items.columns(), more.columns()));
    }
    return existing;
  }

  private static List<Column> extended(List<Column> existing, List<Column> wanted) {
    List<Column> columns = new ArrayList<>(existing);
    columns.addAll(wanted.subList(Math.min(existing.size(), wanted.size()), wanted.size()));
    return columns;
  }

  /** Returns what the new design has no more: a table, or a family as {@code table.family}. */
  public List<String> removals() {
    return superfluous(before, after);
  }

  /** Returns what only the new design has, in the same form. */
  public List<String> additions() {
    return superfluous(after, before);
  }

  private static List<String> superfluous(
      Map<String, TableSchema> here, Map<String, TableSchema> there) {
    List<String> only = new ArrayList<>();
    here.forEach(
        (name, table) -> {
          TableSchema other = there.get(name);
          if (other == null) {
            only.add(name);
          } else {
            table.families().stream()
                .map(Family::name)
                .filter(family -> other.family(family).isEmpty())
                .forEach(family -> only.add(name + "." + family));
          }
        });
    return only;
  }

  /** Removes tables and families, the tables last. */
  public static void remove(Engine engine, List<String> removals) {
    engine.tables().forEach(table -> withoutFamilies(engine, table, removals));
    for (String removal : removals) {
      if (removal.indexOf('.') < 0) {
        engine.dropTable(removal);
      }
    }
  }

  private static void withoutFamilies(Engine engine, TableSchema table, List<String> removals) {
    Predicate<Family> stays = family -> !removals.contains(table.name() + "." + family.name());
    List<Family> families = table.families().stream().filter(stays).toList();
    if (families.size() < table.families().size()) {
      engine.alterTable(table, with(table, families));
    }
  }

  /** Returns how many physical columns a family of a table has; 0 if it is not there. */
  public static int columns(List<TableSchema> tables, String table, String family) {
    Optional<Family> found =
        tables.stream()
            .filter(existing -> existing.name().equals(table))
            .findFirst()
            .flatMap(existing -> existing.family(family));
    if (found.isPresent() && found.get() instanceof ColumnFamily columns) {
      return columns.columns().size();
    }
    return found.isPresent() && found.get() instanceof ItemFamily items
        ? items.columns().size()
        : 0;
  }
}
