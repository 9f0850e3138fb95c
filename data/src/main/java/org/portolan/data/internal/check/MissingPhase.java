package org.portolan.data.internal.check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.check.Suspects.Suspect;
import org.portolan.data.internal.index.IndexLookups;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.Projection;
import org.portolan.data.internal.tree.DamagedTreeException;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Engine;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/**
 * From rows to entries: every entry that a row should have is looked up.
 *
 * @param indexes the lists to look into
 * @param rowsMax the most rows that are read at once
 */
record MissingPhase(EntitySchema entity, List<IndexSchema> indexes, int rowsMax)
    implements CheckPhase {
  @Override
  public void run(Engine engine, CheckState state, CheckProgress progress, Suspects suspects) {
    if (indexes.isEmpty()) {
      return;
    }
    Set<String> names = new LinkedHashSet<>();
    indexes.forEach(index -> names.addAll(index.columns()));
    Projection projection = entity.projection(new Columns(false, names));
    KeyCodec codec = new KeyCodec(entity.keyMapping().rowKeyColumns());
    Optional<Tuple> after = state.afterKey(codec);
    KeyRange range = after.isPresent() ? KeyRange.ALL.after(after.get()) : KeyRange.ALL;
    Scan scan =
        new Scan(entity.table(), range, false, rowsMax, Scan.BYTES_DEFAULT, projection.reads());
    Access access = new Access(engine, null);
    while (true) {
      ScanPage page = access.scan(scan);
      lookUp(access, page.rows(), projection, progress, suspects);
      if (page.next().isEmpty()) {
        return;
      }
      progress.reached(codec, page.next().get());
      scan = scan.following(page);
    }
  }

  private void lookUp(
      Access access,
      List<Row> rows,
      Projection projection,
      CheckProgress progress,
      Suspects suspects) {
    Map<IndexSchema, List<Suspect>> expected = new LinkedHashMap<>();
    List<EntityRow> found = new ArrayList<>();
    for (Row row : rows) {
      if (entity.exists(row)) {
        EntityRow entityRow = projection.row(entity.key(row), row);
        found.add(entityRow);
        for (IndexSchema index : indexes) {
          List<Suspect> ofIndex = expected.computeIfAbsent(index, key -> new ArrayList<>());
          for (IndexEntry entry : index.entries(entityRow.key(), entityRow.values())) {
            ofIndex.add(new Suspect(index, entry, entityRow.key()));
          }
        }
      }
    }
    long entries = 0;
    for (Map.Entry<IndexSchema, List<Suspect>> ofIndex : expected.entrySet()) {
      List<Suspect> all = ofIndex.getValue();
      List<Boolean> listed = listed(access, ofIndex.getKey(), all);
      Set<Tuple> orphans = orphans(access, ofIndex.getKey(), found);
      for (int position = 0; position < all.size(); position++) {
        if (!listed.get(position) || orphans.contains(all.get(position).key())) {
          suspects.add(all.get(position));
        }
      }
      entries += all.size();
    }
    progress.looked(rows.size(), entries);
    suspects.settle();
  }

  /** Returns the keys of the rows that refer to rows that are not there. */
  private static Set<Tuple> orphans(Access access, IndexSchema index, List<EntityRow> rows) {
    return index
        .reference()
        .map(reference -> Targets.missing(access, reference, rows))
        .orElse(Set.of())
        .stream()
        .map(EntityRow::key)
        .collect(Collectors.toSet());
  }

  private static List<Boolean> listed(Access access, IndexSchema index, List<Suspect> suspects) {
    try {
      return IndexLookups.listed(access, index, suspects.stream().map(Suspect::entry).toList());
    } catch (CapabilityException | DamagedTreeException e) {
      // The engine does not accept one of the entries, or one cannot be looked up: each entry is
      // looked at separately.
      return Collections.nCopies(suspects.size(), false);
    }
  }
}
