package org.portolan.data.internal.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.check.Suspects.Suspect;
import org.portolan.data.internal.index.IndexContents;
import org.portolan.data.internal.index.IndexLookups;
import org.portolan.data.internal.read.RowReads;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.engine.Engine;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/**
 * From entries to rows: the row of every existing entry is read.
 *
 * @param rowsMax the most rows of the index that are read at once, and half as many as the entries
 *     whose rows are
 */
record DanglingPhase(IndexSchema index, int rowsMax) implements CheckPhase {
  @Override
  public void run(Engine engine, CheckState state, CheckProgress progress, Suspects suspects) {
    int entriesMax = 2 * rowsMax;
    Access access = new Access(engine, null);
    KeyCodec codec = new KeyCodec(index.rowKeyColumns());
    Optional<Tuple> after = state.afterKey(codec);
    KeyRange range = after.isPresent() ? KeyRange.ALL.after(after.get()) : KeyRange.ALL;
    Scan scan = Scan.of(index.table(), range, rowsMax, IndexContents.read(index, entriesMax));
    List<IndexEntry> batch = new ArrayList<>();
    while (true) {
      ScanPage page = access.scan(scan);
      for (Row row : page.rows()) {
        IndexContents.each(
            access,
            index,
            row,
            entriesMax,
            entry -> {
              batch.add(entry);
              if (batch.size() == entriesMax) {
                lookUp(access, batch, progress, suspects);
              }
            });
      }
      lookUp(access, batch, progress, suspects);
      if (page.next().isEmpty()) {
        return;
      }
      progress.reached(codec, page.next().get());
      scan = scan.following(page);
    }
  }

  /**
   * Returns the entries that are still listed: a member of a read bucket may be logged as removed,
   * and is no reason to wait for the guard.
   */
  private List<IndexEntry> stillListed(Access access, List<IndexEntry> entries) {
    if (!index.hasDeltas() || entries.isEmpty()) {
      return entries;
    }
    List<Boolean> listed = IndexLookups.listed(access, index, entries);
    return IntStream.range(0, entries.size()).filter(listed::get).mapToObj(entries::get).toList();
  }

  private void lookUp(
      Access access, List<IndexEntry> entries, CheckProgress progress, Suspects suspects) {
    List<Tuple> keys =
        entries.stream()
            .map(entry -> index.keyOf(entry.member(), entry.originals()))
            .distinct()
            .toList();
    List<Optional<EntityRow>> rows =
        RowReads.getAll(access, index.entity(), keys, new Columns(false, index.columns()));
    Map<Tuple, Set<IndexEntry>> expected = new HashMap<>();
    for (int position = 0; position < keys.size(); position++) {
      expected.put(keys.get(position), index.entries(rows.get(position)));
    }
    List<IndexEntry> strange = new ArrayList<>();
    for (IndexEntry entry : entries) {
      if (!expected.get(index.keyOf(entry.member(), entry.originals())).contains(entry)) {
        strange.add(entry);
      }
    }
    for (IndexEntry entry : stillListed(access, strange)) {
      suspects.add(new Suspect(index, entry, index.keyOf(entry.member(), entry.originals())));
    }
    progress.looked(0, entries.size());
    entries.clear();
    suspects.settle();
  }
}
