package org.portolan.data.internal.repaired.state;

import java.util.List;
import org.portolan.engine.RowKey;

/**
 * The change that a write of several rows will make to one of them once its primary row has
 * decided. The row itself holds it, beside its old columns.
 *
 * <p>See {@code docs/life-of-a-write.md}: several rows.
 *
 * @param columns the new content of the row's families
 * @param outbox the follow-ups of the change
 * @param primary the row whose commit decides
 * @param write the number of the write
 */
public record Intent(List<FollowUp> columns, Outbox outbox, RowKey primary, long write) {
  public Intent {
    columns = List.copyOf(columns);
  }
}
