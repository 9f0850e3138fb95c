package org.portolan.data.internal.backfill;

import java.util.List;
import java.util.function.Consumer;
import org.portolan.data.EvolveOptions;
import org.portolan.data.internal.repaired.VisitParts;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.Projection;

/**
 * The backfill on engines of rows, where buckets have cells: page after page, see {@link
 * EntityPages} and {@link RaisedPage}.
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

  RepairedBackfill(VisitParts parts, List<IndexSchema> targets, BackfillOptions options) {
    this.parts = parts;
    this.targets = targets;
    this.options = options;
  }

  @Override
  public Result run(String checkpoint, Consumer<String> reached, EvolveOptions.Progress progress) {
    List<EntitySchema> entities = targets.stream().map(IndexSchema::entity).toList();
    Tally tally = new Tally();
    EntityPages pages =
        new EntityPages(
            parts.store().engine(), parts.store().runtime(), options, tally, reached, progress);
    for (EntityPages.Part part : EntityPages.from(checkpoint, entities, "index")) {
      EntitySchema entity = part.entity();
      List<IndexSchema> lists = IndexBackfill.of(targets, entity);
      Projection projection = IndexBackfill.projection(lists);
      pages.visit(
          part,
          options.rowsMax(),
          PageVisit.reads(projection),
          () -> false,
          new RaisedPage(parts, entity, lists, projection, tally)::visit);
    }
    return tally.result();
  }
}
