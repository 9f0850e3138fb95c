package org.portolan.data.internal.backfill;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.portolan.data.Columns;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Patience;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.repaired.VisitParts;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.Projection;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.types.KeyCodec;

/**
 * The backfill on engines of rows, where buckets have cells: page after page, see {@link
 * RaisedPage}.
 *
 * <h2>What it costs</h2>
 *
 * For each page one scan, one batch of conditional changes and one batch of entries, and the same
 * again for the rows that others change at this moment. Memory: one page of rows with their
 * entries.
 */
final class RepairedBackfill implements IndexBackfill {
  private final VisitParts parts;
  private final List<IndexSchema> targets;
  private final BackfillOptions options;
  private final List<String> entities;

  RepairedBackfill(VisitParts parts, List<IndexSchema> targets, BackfillOptions options) {
    this.parts = parts;
    this.targets = targets;
    this.options = options;
    this.entities =
        Checkpoint.ordered(targets.stream().map(target -> target.entity().name()).toList());
  }

  @Override
  public Result run(String checkpoint, Consumer<String> reached, EvolveOptions.Progress progress) {
    Optional<Checkpoint> start = Checkpoint.parse(checkpoint);
    int first = start.map(at -> entities.indexOf(at.part())).orElse(0);
    if (first < 0) {
      throw new IllegalArgumentException(
          "checkpoint '" + checkpoint + "' is of another backfill: no index is of this entity");
    }
    Run run = new Run(reached, progress);
    for (int number = first; number < entities.size(); number++) {
      boolean begun = number == first && start.isPresent();
      run.visit(entities.get(number), begun ? start.get().key() : Optional.empty());
    }
    return run.tally.result();
  }

  /** One run. */
  private final class Run {
    private final Consumer<String> reached;
    private final EvolveOptions.Progress progress;
    private final StoreRuntime runtime = parts.store().runtime();
    private final Patience patience = Patience.ofMinutes(runtime);
    private final Tally tally = new Tally();

    Run(Consumer<String> reached, EvolveOptions.Progress progress) {
      this.reached = reached;
      this.progress = progress;
    }

    void visit(String name, Optional<byte[]> after) {
      List<IndexSchema> lists =
          targets.stream().filter(target -> target.entity().name().equals(name)).toList();
      EntitySchema entity = lists.get(0).entity();
      Set<String> columns = new LinkedHashSet<>();
      lists.forEach(list -> columns.addAll(list.columns()));
      Projection projection = entity.projection(new Columns(false, columns));
      List<FamilyRead> reads = new ArrayList<>(projection.reads());
      reads.add(WriteState.READ);
      KeyCodec codec = new KeyCodec(entity.keyMapping().rowKeyColumns());
      KeyRange range = after.map(codec::decode).map(KeyRange.ALL::after).orElse(KeyRange.ALL);
      Scan scan =
          new Scan(entity.table(), range, false, options.rowsMax(), Scan.BYTES_DEFAULT, reads);
      Access access = new Access(parts.store().engine(), null);
      long done = 0;
      reached.accept(new Checkpoint(name, after).text());
      while (true) {
        Scan next = scan;
        Stopwatch known = runtime.stopwatch();
        ScanPage page = patience.repeat(() -> access.scan(next));
        tally.rows += page.rows().size();
        new RaisedPage(parts, entity, lists, projection, tally).visit(page.rows(), known, patience);
        done += page.rows().size();
        progress.at("rows of " + name, done);
        options.pace().handled(page.rows().size());
        if (page.next().isEmpty()) {
          return;
        }
        reached.accept(new Checkpoint(name, Optional.of(codec.encode(page.next().get()))).text());
        scan = scan.following(page);
      }
    }
  }
}
