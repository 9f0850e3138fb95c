package org.portolan.data.internal.build;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.DerivedParts;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.engine.Change;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.TableSchema;

/** The tables and cells that hold nothing but some lists. */
final class OwnRows {
  private static final int ROWS_MAX = 500;

  private final Engine engine;
  private final StoreSchema schema;
  private final DerivedParts parts;

  OwnRows(Engine engine, StoreSchema schema, DerivedParts parts) {
    this.engine = engine;
    this.schema = schema;
    this.parts = parts;
  }

  /** Drops the tables. */
  void drop() {
    parts.tables().forEach(engine::dropTable);
  }

  /**
   * Makes the tables anew, and empties lists within rows of entities.
   *
   * <p>On engines of rows the latter are left: what an interrupted attempt has put there is put
   * again, at the same versions. Removed cells could not be put again at these versions.
   */
  void empty() {
    requireFamilies();
    drop();
    Set<String> own = parts.tables();
    List<TableSchema> tables = new ArrayList<>();
    for (TableSchema table : schema.tables()) {
      boolean counters = table.name().equals(CounterSchema.TABLE) && !parts.counters().isEmpty();
      if (own.contains(table.name()) || counters) {
        tables.add(table);
      }
    }
    engine.createTables(tables);
    if (schema.guarantee() == Guarantee.ATOMIC) {
      parts.embedded().forEach(this::removeCells);
    }
  }

  /** Refuses lists within rows whose tables have no family for them yet. */
  private void requireFamilies() {
    for (IndexSchema list : parts.embedded()) {
      boolean there =
          engine.tables().stream()
              .filter(table -> table.name().equals(list.table()))
              .flatMap(table -> table.families().stream())
              .anyMatch(family -> family.name().equals(list.family()));
      if (!there) {
        throw new IllegalStateException(
            "table '"
                + list.table()
                + "' has no family '"
                + list.family()
                + "' for "
                + list.kind()
                + " '"
                + list.name()
                + "'; add it first");
      }
    }
  }

  private void removeCells(IndexSchema list) {
    Scan scan =
        Scan.of(
            list.table(),
            KeyRange.ALL,
            ROWS_MAX,
            new FamilyRead.Items(list.family(), KeyRange.ALL, 1, false));
    while (true) {
      ScanPage page = engine.scan(scan);
      List<Mutation> removals = new ArrayList<>();
      for (Row row : page.rows()) {
        removals.add(Mutation.of(list.table(), row.key(), new Change.DeleteFamily(list.family())));
      }
      List<Boolean> unused = engine.mutateAll(removals, Durability.BUFFERED);
      if (page.next().isEmpty()) {
        return;
      }
      scan = scan.following(page);
    }
  }
}
