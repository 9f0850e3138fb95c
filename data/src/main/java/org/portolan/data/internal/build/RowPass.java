package org.portolan.data.internal.build;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.data.Columns;
import org.portolan.data.DataException;
import org.portolan.data.EntityRow;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Patience;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.check.Targets;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.DerivedParts;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.Projection;
import org.portolan.data.internal.schema.ReferenceSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.engine.Engine;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.types.RecordSorter;

/**
 * Reads all rows of an entity once, and passes the entries that they have in all lists to be built
 * to a sort. Counts them, and looks for the rows to which they refer. Used by one thread.
 */
public final class RowPass {
  private static final int ROWS_MAX = 500;

  private final Engine engine;
  private final EntitySchema entity;
  private final boolean repaired;
  private final List<EntryForm> forms;
  private final List<ReferenceSchema> references = new ArrayList<>();
  private final Map<CounterSchema, Long> counts = new LinkedHashMap<>();
  private final int rowsMax;
  private final RecordSorter sorter;
  private final Violations violations;
  private long rows;

  RowPass(
      Engine engine,
      StoreSchema schema,
      EntitySchema entity,
      List<EntryForm> forms,
      DerivedParts parts,
      RecordSorter sorter,
      Violations violations) {
    this(engine, schema, entity, forms, parts, ROWS_MAX, sorter, violations);
  }

  private RowPass(
      Engine engine,
      StoreSchema schema,
      EntitySchema entity,
      List<EntryForm> forms,
      DerivedParts parts,
      int rowsMax,
      RecordSorter sorter,
      Violations violations) {
    this.rowsMax = rowsMax;
    this.engine = engine;
    this.entity = entity;
    this.repaired = schema.guarantee() == Guarantee.REPAIRED;
    this.forms = forms.stream().filter(form -> form.list().entity().equals(entity)).toList();
    this.forms.forEach(form -> form.list().reference().ifPresent(references::add));
    parts.rowCounters(entity).forEach(counter -> counts.put(counter, 0L));
    this.sorter = sorter;
    this.violations = violations;
  }

  /**
   * Prepares a pass for lists that are not of references, and for nothing else.
   *
   * @param forms those of other entities are left out
   * @param rowsMax the most rows that are read at once
   */
  public static RowPass ofLists(
      Engine engine,
      StoreSchema schema,
      EntitySchema entity,
      List<EntryForm> forms,
      int rowsMax,
      RecordSorter sorter) {
    DerivedParts none = new DerivedParts(List.of(), List.of());
    return new RowPass(engine, schema, entity, forms, none, rowsMax, sorter, new Violations());
  }

  /** Returns how many rows were read. */
  public long rows() {
    return rows;
  }

  /** Returns the values that the counters of rows have. */
  Map<CounterSchema, Long> counts() {
    return counts;
  }

  /**
   * Reads all rows.
   *
   * @param progress is told after each page
   */
  public void run(Patience patience, EvolveOptions.Progress progress) throws IOException {
    if (forms.isEmpty() && counts.isEmpty()) {
      return;
    }
    Set<String> names = new LinkedHashSet<>();
    forms.forEach(form -> names.addAll(form.list().columns()));
    counts.keySet().forEach(counter -> names.addAll(counter.columns()));
    Projection projection = entity.projection(new Columns(false, names));
    List<FamilyRead> reads = new ArrayList<>(projection.reads());
    if (repaired) {
      reads.add(WriteState.READ);
    }
    Access access = new Access(engine, null);
    Scan scan = new Scan(entity.table(), KeyRange.ALL, false, rowsMax, Scan.BYTES_DEFAULT, reads);
    while (true) {
      Scan next = scan;
      ScanPage page = patience.repeat(() -> access.scan(next));
      List<EntityRow> found = new ArrayList<>();
      for (Row row : page.rows()) {
        long version = version(row);
        if (entity.exists(row)) {
          EntityRow entityRow = projection.row(entity.key(row), row);
          found.add(entityRow);
          add(entityRow, version);
        }
      }
      for (ReferenceSchema reference : references) {
        patience
            .repeat(() -> Targets.missing(access, reference, found))
            .forEach(row -> addMissing(reference, row));
      }
      rows += found.size();
      progress.at("rows of " + entity.name(), rows);
      if (page.next().isEmpty()) {
        return;
      }
      scan = scan.following(page);
    }
  }

  /** Returns the version of a row, on which no work may be left. */
  private long version(Row row) {
    if (!repaired) {
      return 0;
    }
    WriteState state = WriteState.of(row);
    if (!state.isSettled()) {
      throw new DataException(
          "cannot build from the rows of '"
              + entity.name()
              + "': a write of row "
              + row.key()
              + " is unfinished; end all processes at this store, and begin again");
    }
    return Math.max(1, state.version());
  }

  private void add(EntityRow row, long version) throws IOException {
    for (EntryForm form : forms) {
      for (IndexEntry entry : form.list().entries(row.key(), row.values())) {
        sorter.add(form.key(entry), form.content(entry, version));
      }
    }
    Optional<EntityRow> counted = Optional.of(row);
    counts.replaceAll((counter, count) -> count + counter.ofRow(counted));
  }

  private void addMissing(ReferenceSchema reference, EntityRow row) {
    violations.add(
        new Violation(
            reference.name(), reference.targetKey(row).orElseThrow(), row.key(), Optional.empty()));
  }
}
