package org.portolan.data.internal.index;

import java.util.List;
import java.util.function.Consumer;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.index.BucketReads.Found;
import org.portolan.data.internal.schema.Claims;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.MemberForm;
import org.portolan.design.index.Bucket;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.types.Tuple;

/** All entries in the rows of an index, for the check. */
public final class IndexContents {
  private IndexContents() {}

  /** Returns the read that a scan makes of each row of the index. */
  public static FamilyRead read(IndexSchema index, int cellsMax) {
    if (index.claims().isPresent()) {
      return FamilyRead.all(index.claims().get().presenceFamily());
    }
    return index.cells()
        ? new FamilyRead.Items(index.family(), KeyRange.ALL, cellsMax, false)
        : FamilyRead.all(index.family());
  }

  /**
   * Passes each entry of a row that was scanned by {@link #read} to a consumer; reads the rest of
   * the row's cells.
   */
  public static void each(
      Access access, IndexSchema index, Row row, int cellsMax, Consumer<IndexEntry> entries) {
    if (index.claims().isPresent()) {
      Claims.entry(index, row).ifPresent(entries);
      return;
    }
    Bucket bucket = index.bucketOf(row.key());
    Tuple value = index.valueOf(row.key(), List.of());
    if (!index.cells()) {
      MemberForm form = index.memberForm();
      for (Object element : BucketReads.members(index, row)) {
        entries.accept(new IndexEntry(value, form.member(element), form.originals(element)));
      }
      return;
    }
    List<Found> cells = BucketReads.cells(index, bucket, row);
    while (true) {
      for (Found found : cells) {
        if (!found.removed()) {
          entries.accept(new IndexEntry(value, found.member(), found.originals()));
        }
      }
      if (cells.size() < cellsMax) {
        return;
      }
      KeyRange rest = KeyRange.ALL.after(cells.get(cells.size() - 1).member());
      Get get =
          Get.of(
              index.table(),
              row.key(),
              new FamilyRead.Items(index.family(), rest, cellsMax, false));
      cells = BucketReads.cells(index, bucket, access.get(List.of(get)).get(0));
    }
  }
}
