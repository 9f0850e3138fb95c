package org.portolan.data.internal.write;

import java.util.ArrayList;
import java.util.List;
import org.portolan.data.Columns;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.types.Tuple;

/**
 * The rows that a function has asked for, so that its next run can find them read already. Used by
 * one thread.
 */
final class AskedRows {
  private static final int ROWS_MAX = 100;

  private List<Asked> rows = new ArrayList<>();

  /** A row that was read, and is not yet known from another read. */
  record Asked(EntitySchema entity, Tuple key) {}

  /**
   * Notes a row. A part of a row that has other families is not noted: to read these too might
   * conflict with other writers.
   */
  void note(EntitySchema entity, Tuple key, Columns columns) {
    if ((columns.all() || entity.familyCount() == 1) && rows.size() < ROWS_MAX) {
      rows.add(new Asked(entity, key));
    }
  }

  /** Returns the rows since the last call. */
  List<Asked> take() {
    List<Asked> taken = rows;
    rows = new ArrayList<>();
    return taken;
  }
}
