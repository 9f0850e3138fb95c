package org.portolan.data.internal.backfill;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.portolan.data.Columns;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Patience;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.repaired.RepairedAttempts;
import org.portolan.data.internal.repaired.VisitParts;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.Projection;
import org.portolan.data.internal.schema.RowCounting;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.types.KeyCodec;

/**
 * Counts all rows for the counters that their entities get, on an engine of rows, while any
 * processes write: page after page, see {@link CountedPage}. All of them must count new rows
 * already, see {@link RowCounting}. Repeating it, in whole or in part, changes nothing; several
 * processes may run the same one at once.
 *
 * <h2>What it costs</h2>
 *
 * For each page one scan, and for each row that is not counted what a write of it costs: its
 * registration, a conditional change, an addition and the clearing, each in one batch for the page.
 * Memory: one page of rows. Used by one thread.
 *
 * @param entities those that get counters
 */
public record CounterBackfill(
    VisitParts parts,
    RepairedAttempts writes,
    List<EntitySchema> entities,
    BackfillOptions options) {
  public CounterBackfill {
    entities = List.copyOf(entities);
  }

  /** As {@link IndexBackfill#run(String, Consumer, EvolveOptions.Progress)}. */
  public IndexBackfill.Result run(
      String checkpoint, Consumer<String> reached, EvolveOptions.Progress progress) {
    Optional<Checkpoint> start = Checkpoint.parse(checkpoint);
    List<String> names = Checkpoint.ordered(entities.stream().map(EntitySchema::name).toList());
    int first = start.map(at -> names.indexOf(at.part())).orElse(0);
    if (first < 0) {
      throw new IllegalArgumentException(
          "checkpoint '" + checkpoint + "' is of another change: no counter is of this entity");
    }
    Tally tally = new Tally();
    for (int number = first; number < names.size(); number++) {
      String name = names.get(number);
      boolean begun = number == first && start.isPresent();
      EntitySchema entity =
          entities.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
      visit(entity, begun ? start.get().key() : Optional.empty(), reached, progress, tally);
    }
    return tally.result();
  }

  private void visit(
      EntitySchema entity,
      Optional<byte[]> after,
      Consumer<String> reached,
      EvolveOptions.Progress progress,
      Tally tally) {
    StoreRuntime runtime = parts.store().runtime();
    Patience patience = Patience.ofMinutes(runtime);
    Projection projection = entity.projection(new Columns(false, entity.followedColumns()));
    List<FamilyRead> reads = new ArrayList<>(projection.reads());
    reads.add(WriteState.READ);
    KeyCodec codec = new KeyCodec(entity.keyMapping().rowKeyColumns());
    KeyRange range = after.map(codec::decode).map(KeyRange.ALL::after).orElse(KeyRange.ALL);
    Scan scan =
        new Scan(entity.table(), range, false, options.rowsMax(), Scan.BYTES_DEFAULT, reads);
    Access access = new Access(parts.store().engine(), null);
    CountedPage counted = new CountedPage(parts, writes, entity, projection, tally);
    long done = 0;
    reached.accept(new Checkpoint(entity.name(), after).text());
    while (true) {
      Scan next = scan;
      Stopwatch known = runtime.stopwatch();
      ScanPage page = patience.repeat(() -> access.scan(next));
      tally.rows += page.rows().size();
      counted.visit(page.rows(), known, patience);
      done += page.rows().size();
      progress.at("rows of " + entity.name(), done);
      options.pace().handled(page.rows().size());
      if (page.next().isEmpty()) {
        return;
      }
      reached.accept(
          new Checkpoint(entity.name(), Optional.of(codec.encode(page.next().get()))).text());
      scan = scan.following(page);
    }
  }
}
