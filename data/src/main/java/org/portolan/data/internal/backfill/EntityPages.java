package org.portolan.data.internal.backfill;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Patience;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.engine.Engine;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.types.KeyCodec;

/**
 * Reads the rows of entities page after page, from a checkpoint on, for a backfill. Memory: one
 * page. Used by one thread.
 */
final class EntityPages {
  private final Engine engine;
  private final StoreRuntime runtime;
  private final BackfillOptions options;
  private final Tally tally;
  private final Consumer<String> reached;
  private final EvolveOptions.Progress progress;

  /**
   * An entity of which rows are to be read.
   *
   * @param after the key behind which they begin; empty for all rows
   */
  record Part(EntitySchema entity, Optional<byte[]> after) {}

  /** The work on a page. */
  interface Work {
    /**
     * Returns when the rows are done.
     *
     * @param known started before they were read
     */
    void on(List<Row> rows, Stopwatch known, Patience patience);
  }

  /**
   * @param reached receives each checkpoint as text: before the first page, and between two
   */
  EntityPages(
      Engine engine,
      StoreRuntime runtime,
      BackfillOptions options,
      Tally tally,
      Consumer<String> reached,
      EvolveOptions.Progress progress) {
    this.engine = engine;
    this.runtime = runtime;
    this.options = options;
    this.tally = tally;
    this.reached = reached;
    this.progress = progress;
  }

  /**
   * Returns what is left of entities, in the order of each run.
   *
   * @param checkpoint as text
   * @param of what the entities are visited for: an index
   * @throws IllegalArgumentException if the checkpoint is of another backfill
   */
  static List<Part> from(String checkpoint, Collection<EntitySchema> entities, String of) {
    Optional<Checkpoint> start = Checkpoint.parse(checkpoint);
    List<String> names = Checkpoint.ordered(entities.stream().map(EntitySchema::name).toList());
    int first = start.map(at -> names.indexOf(at.part())).orElse(0);
    if (first < 0) {
      throw new IllegalArgumentException(
          "checkpoint '"
              + checkpoint
              + "' is of another backfill: no "
              + of
              + " is of this entity");
    }
    List<Part> parts = new ArrayList<>();
    for (String name : names.subList(first, names.size())) {
      EntitySchema entity =
          entities.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
      boolean begun = parts.isEmpty() && start.isPresent();
      parts.add(new Part(entity, begun ? start.get().key() : Optional.empty()));
    }
    return parts;
  }

  /**
   * Reads all pages of an entity.
   *
   * @param ends whether no more pages are wanted
   */
  void visit(Part part, int rowsMax, List<FamilyRead> reads, BooleanSupplier ends, Work work) {
    EntitySchema entity = part.entity();
    KeyCodec codec = new KeyCodec(entity.keyMapping().rowKeyColumns());
    KeyRange range = part.after().map(codec::decode).map(KeyRange.ALL::after).orElse(KeyRange.ALL);
    Scan scan = new Scan(entity.table(), range, false, rowsMax, Scan.BYTES_DEFAULT, reads);
    Access access = new Access(engine, null);
    Patience patience = Patience.ofMinutes(runtime);
    long done = 0;
    reached.accept(new Checkpoint(entity.name(), part.after()).text());
    while (!ends.getAsBoolean()) {
      Scan next = scan;
      Stopwatch known = runtime.stopwatch();
      ScanPage page = patience.repeat(() -> access.scan(next));
      tally.rows += page.rows().size();
      work.on(page.rows(), known, patience);
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
