package org.portolan.bench.layer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.engine.Durability;
import org.portolan.types.Tuple;

/** The data layer, used as an application would use it. */
record LayerSide(Store store, RowShape shape) implements Side {
  private static final int LOAD_ROWS = 1_000;
  private static final long LOAD_SEED = 1;

  /** Creates a store with rows of the ids from 0 on. */
  static void load(String uri, Design design, RowShape shape, int rows) {
    SplittableRandom random = new SplittableRandom(LOAD_SEED);
    try (Store store = Stores.openOrCreate(uri, design)) {
      for (int start = 0; start < rows; start += LOAD_ROWS) {
        int from = start;
        int to = Math.min(rows, start + LOAD_ROWS);
        store.write(
            Durability.BUFFERED,
            transaction -> {
              for (long id = from; id < to; id++) {
                transaction.put(RowShape.ENTITY, Tuple.of(id), shape.named(0, random));
              }
              return null;
            });
      }
    }
  }

  @Override
  public void get(long id) {
    require(store.get(RowShape.ENTITY, Tuple.of(id), Columns.ALL), id);
  }

  @Override
  public void getAll(List<Long> ids) {
    List<Tuple> keys = new ArrayList<>(ids.size());
    ids.forEach(id -> keys.add(Tuple.of(id)));
    List<Optional<EntityRow>> rows = store.getAll(RowShape.ENTITY, keys, Columns.ALL);
    for (int position = 0; position < rows.size(); position++) {
      require(rows.get(position), ids.get(position));
    }
  }

  private static EntityRow require(Optional<EntityRow> row, long id) {
    if (row.isEmpty() || row.get().value(RowShape.VERSION) == null) {
      throw new BenchmarkFailedException("the data layer did not find row " + id);
    }
    return row.get();
  }

  @Override
  public void readModifyWrite(long id, Durability durability) {
    Tuple key = Tuple.of(id);
    store.write(
        durability,
        transaction -> {
          EntityRow row = require(transaction.get(RowShape.ENTITY, key, Columns.ALL), id);
          long version = row.longValue(RowShape.VERSION);
          transaction.update(RowShape.ENTITY, key, Map.of(RowShape.VERSION, version + 1));
          return null;
        });
  }

  @Override
  public void write(long id, Durability durability, SplittableRandom random) {
    Map<String, Object> values = shape.named(0, random);
    store.write(
        durability,
        transaction -> {
          transaction.put(RowShape.ENTITY, Tuple.of(id), values);
          return null;
        });
  }

  @Override
  public Pages pages() {
    return new Pages() {
      private Optional<String> cursor = Optional.empty();

      @Override
      public int next(int rowsMax) {
        Slice<EntityRow> slice =
            store.scan(RowShape.ENTITY, Tuple.EMPTY, Columns.ALL, new Paging(rowsMax, cursor));
        cursor = slice.next();
        return slice.entries().size();
      }
    };
  }

  @Override
  public long versions(long end) {
    long sum = 0;
    Optional<String> cursor = Optional.empty();
    do {
      Slice<EntityRow> slice =
          store.scan(
              RowShape.ENTITY,
              Tuple.EMPTY,
              Columns.of(RowShape.VERSION),
              new Paging(Paging.LIMIT_MAX, cursor));
      for (EntityRow row : slice.entries()) {
        if ((Long) row.key().get(0) < end) {
          sum += row.longValue(RowShape.VERSION);
        }
      }
      cursor = slice.next();
    } while (cursor.isPresent());
    return sum;
  }

  @Override
  public void close() {
    store.close();
  }
}
