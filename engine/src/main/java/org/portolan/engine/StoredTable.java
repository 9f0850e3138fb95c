package org.portolan.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.types.KeyColumn;
import org.portolan.types.Tuple;

/**
 * A table as an engine keeps it: its schema, and how {@link Engine#alterTable} has changed it since
 * its creation. An engine needs both to find what older rows have, and to give each family and
 * column a name that no removed one had. {@link SchemaText} is its readable form. Immutable.
 *
 * @param schema the current schema; the families in the order in which they were added
 * @param history the families of the schema and those removed, in the order in which they were
 *     added
 */
public record StoredTable(TableSchema schema, List<StoredFamily> history) {
  public StoredTable {
    history = List.copyOf(history);
    List<Family> standing =
        history.stream().filter(each -> !each.isRemoved()).map(StoredFamily::family).toList();
    if (!standing.equals(schema.families())) {
      throw new IllegalArgumentException(
          "the history of table '" + schema.name() + "' leads to other families: " + standing);
    }
  }

  /** Returns a table that was never altered. */
  public static StoredTable created(TableSchema schema) {
    return new StoredTable(
        schema, schema.families().stream().map(family -> StoredFamily.added(family, 0)).toList());
  }

  /** Returns the number of alterations. */
  public int alterations() {
    return history.stream().mapToInt(StoredFamily::lastChange).max().orElse(0);
  }

  /** Returns the families that the table has. */
  public List<StoredFamily> families() {
    return history.stream().filter(each -> !each.isRemoved()).toList();
  }

  /** Returns the families that the table had. */
  public List<StoredFamily> removedFamilies() {
    return history.stream().filter(StoredFamily::isRemoved).toList();
  }

  /**
   * Returns the name for a family in the engine: its own, or, if an earlier family of the table had
   * it, its own with the separator and the number of the alteration that added it. So a late change
   * or removal of the earlier family never meets this one.
   */
  public String physicalName(StoredFamily family, String separator) {
    boolean taken =
        history.stream()
            .anyMatch(each -> each.name().equals(family.name()) && each.added() < family.added());
    return taken ? family.name() + separator + family.added() : family.name();
  }

  /**
   * Returns the altered table, as {@link Engine#alterTable} specifies it; this table if it already
   * has the schema {@code after}.
   *
   * @throws SchemaMismatchException if this table has neither schema, or if the alteration does
   *     more than append columns, add families and remove families; the message lists what
   */
  public StoredTable altered(TableSchema before, TableSchema after) {
    if (after.name().equals(schema.name()) && SchemaText.differences(schema, after).isEmpty()) {
      return this;
    }
    List<String> differences = SchemaText.differences(schema, before);
    if (!differences.isEmpty()) {
      throw new SchemaMismatchException(
          "cannot alter table '"
              + schema.name()
              + "': it is neither as before the alteration nor as after it: "
              + String.join("; ", differences)
              + "; alter it from its existing schema");
    }
    List<String> faults = AlterationRules.faults(schema, after);
    if (!faults.isEmpty()) {
      throw new SchemaMismatchException(
          "cannot alter table '"
              + schema.name()
              + "': "
              + String.join("; ", faults)
              + "; an alteration appends columns, adds families and removes families: create"
              + " another table for anything else");
    }
    return altered(after);
  }

  private StoredTable altered(TableSchema after) {
    int number = alterations() + 1;
    List<StoredFamily> altered = new ArrayList<>();
    for (StoredFamily each : history) {
      Optional<Family> wanted = after.family(each.name());
      if (each.isRemoved()) {
        altered.add(each);
      } else if (wanted.isEmpty()) {
        altered.add(new StoredFamily(each.family(), each.added(), each.columnsAdded(), number));
      } else {
        altered.add(appended(each, wanted.get(), number));
      }
    }
    for (Family family : after.families()) {
      if (schema.family(family.name()).isEmpty()) {
        altered.add(StoredFamily.added(family, number));
      }
    }
    return of(
        schema.name(), schema.key(), schema.partitionColumns(), schema.splitPoints(), altered);
  }

  private static StoredFamily appended(StoredFamily standing, Family wanted, int number) {
    List<Integer> numbers = new ArrayList<>(standing.columnsAdded());
    while (numbers.size() < StoredFamily.columns(wanted).size()) {
      numbers.add(number);
    }
    return new StoredFamily(wanted, standing.added(), numbers, 0);
  }

  static StoredTable of(
      String name,
      List<KeyColumn> key,
      int partitionColumns,
      List<Tuple> splitPoints,
      List<StoredFamily> history) {
    List<Family> families =
        history.stream().filter(each -> !each.isRemoved()).map(StoredFamily::family).toList();
    return new StoredTable(
        new TableSchema(name, key, partitionColumns, families, splitPoints), history);
  }
}
