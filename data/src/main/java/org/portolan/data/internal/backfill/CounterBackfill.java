package org.portolan.data.internal.backfill;

import java.util.List;
import java.util.function.Consumer;
import org.portolan.data.Columns;
import org.portolan.data.EvolveOptions;
import org.portolan.data.internal.repaired.RepairedAttempts;
import org.portolan.data.internal.repaired.VisitParts;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.Projection;
import org.portolan.data.internal.schema.RowCounting;

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
    Tally tally = new Tally();
    EntityPages pages =
        new EntityPages(
            parts.store().engine(), parts.store().runtime(), options, tally, reached, progress);
    for (EntityPages.Part part : EntityPages.from(checkpoint, entities, "counter")) {
      EntitySchema entity = part.entity();
      Projection projection = entity.projection(new Columns(false, entity.followedColumns()));
      pages.visit(
          part,
          options.rowsMax(),
          PageVisit.reads(projection),
          () -> false,
          new CountedPage(parts, writes, entity, projection, tally)::visit);
    }
    return tally.result();
  }
}
