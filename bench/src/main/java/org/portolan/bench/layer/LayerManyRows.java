package org.portolan.bench.layer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Store;
import org.portolan.types.Tuple;

/** The data layer: rows are read together, and each is updated. */
record LayerManyRows(Store store) implements ManyRows {
  @Override
  public void change(long[] ids) {
    List<Tuple> keys = new ArrayList<>(ids.length);
    for (long id : ids) {
      keys.add(Tuple.of(id));
    }
    store.write(
        transaction -> {
          List<Optional<EntityRow>> rows = transaction.getAll(RowShape.ENTITY, keys, Columns.ALL);
          for (int position = 0; position < ids.length; position++) {
            long id = ids[position];
            EntityRow row =
                rows.get(position)
                    .orElseThrow(
                        () ->
                            new BenchmarkFailedException("the data layer did not find row " + id));
            long version = row.longValue(RowShape.VERSION);
            transaction.update(RowShape.ENTITY, row.key(), Map.of(RowShape.VERSION, version + 1));
          }
          return null;
        });
  }

  /** Does not close the store; its opener does. */
  @Override
  public void close() {}
}
