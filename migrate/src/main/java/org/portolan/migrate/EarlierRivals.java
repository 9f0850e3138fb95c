package org.portolan.migrate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.migrate.CurrentRows.Around;
import org.portolan.migrate.sql.Source;
import org.portolan.types.Tuple;

/**
 * Finds the rows that are not in a store because others have their places, when following begins:
 * the copy rejected them, or an earlier process let them wait. They wait from now on, so that each
 * comes when its place is free. Used by one thread.
 */
final class EarlierRivals {
  private static final int BATCH_ROWS = 500;

  private final FollowedTable table;
  private final TablePlan plan;
  private final Around around;
  private final Source source;
  private final Map<List<Object>, Tuple> batch = new LinkedHashMap<>();

  EarlierRivals(FollowedTable table, Around around, Source source) {
    this.table = table;
    this.plan = table.plan();
    this.around = around;
    this.source = source;
  }

  /** Lets them wait. Reads the keys of the table, if rows may have equal ones. */
  void find() {
    if (!plan.hasCollatedOwner()) {
      return;
    }
    TableKeys keys = new TableKeys(plan, source, around.throttle());
    if (plan.isRows()) {
      keys.read((key, itemKey, raw) -> compareLater(key, table.identity(raw)));
      compare();
      return;
    }
    Optional<TablePlan> rows = around.tables().rowsOf(table).map(FollowedTable::plan);
    around.contested().parts().find(plan, rows, source, around.store(), around.throttle());
    if (around.contested().isAnyRefused(plan)) {
      keys.read((key, itemKey, raw) -> await(key, itemKey, table.identity(raw)));
    }
  }

  private void compareLater(Tuple key, List<Object> identity) {
    batch.put(identity, key);
    if (batch.size() >= BATCH_ROWS) {
      compare();
    }
  }

  private void compare() {
    List<Optional<EntityRow>> found =
        StoredRows.found(
            around.store(), plan.entity().name(), List.copyOf(batch.values()), Columns.NONE);
    List<List<Object>> identities = new ArrayList<>(batch.keySet());
    for (int place = 0; place < identities.size(); place++) {
      List<Object> identity = identities.get(place);
      Tuple key = batch.get(identity);
      found
          .get(place)
          .filter(there -> !there.key().equals(key))
          .ifPresent(
              there -> {
                around.contested().add(plan.entity(), key);
                around.waiting().add(table, identity, RowKeys.equalTo(there.key()));
              });
    }
    batch.clear();
  }

  private void await(Tuple key, Tuple itemKey, List<Object> identity) {
    ContestedKeys contested = around.contested();
    contested
        .ownerInPlace(plan, Set.of(key), around.store())
        .map(there -> contested.isOfAnother(plan, key, there))
        .or(
            () ->
                contested
                    .parts()
                    .staying(plan, key, itemKey)
                    .filter(stays -> !stays.equals(key))
                    .map(stays -> ContestedParts.reason(key, stays, itemKey)))
        .ifPresent(reason -> around.waiting().add(table, identity, reason));
  }
}
