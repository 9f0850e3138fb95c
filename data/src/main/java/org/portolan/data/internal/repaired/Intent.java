package org.portolan.data.internal.repaired;

import java.util.List;
import org.portolan.engine.RowKey;

/**
 * What a write of several rows will make of one of them once its primary row has decided: carried
 * by the row itself, beside its old columns.
 *
 * @param columns the new content of the row's families
 * @param outbox what follows from it
 * @param primary the row whose commit decides
 * @param write the number of the write
 */
record Intent(List<FollowUp> columns, Outbox outbox, RowKey primary, long write) {
  Intent {
    columns = List.copyOf(columns);
  }
}
