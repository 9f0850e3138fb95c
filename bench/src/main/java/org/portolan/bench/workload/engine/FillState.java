package org.portolan.bench.workload.engine;

import java.util.List;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/**
 * The number of records in a table, kept beside it in the store, so that the table is filled once
 * and an interrupted filling continues. Not thread-safe.
 *
 * <p>Older releases kept a number under the name of the table alone, which also counted inserts
 * that had failed. This number is ignored, so the next run fills such a table again.
 */
final class FillState {
  private static final String FAMILY = "state";
  private static final String SUFFIX = ".acknowledged";
  private static final TableSchema SCHEMA =
      TableSchema.of(
          "portolan_bench",
          List.of(KeyColumn.of("table_name", ScalarType.TEXT)),
          new ColumnFamily(FAMILY, List.of(new Column("records", ScalarType.LONG))));

  private final Engine engine;
  private final Tuple key;

  FillState(Engine engine, String table) {
    this.engine = engine;
    this.key = Tuple.of(table + SUFFIX);
    engine.createTable(SCHEMA);
  }

  /** Returns the number below which all writes of records were acknowledged. */
  long records() {
    Row row = engine.get(Get.of(SCHEMA.name(), key, FamilyRead.all(FAMILY)));
    return row.family(FAMILY).map(values -> (Long) values.get(0)).orElse(0L);
  }

  /** Durably notes that all writes of records below a number were acknowledged. */
  void records(long written) {
    Mutation mutation =
        Mutation.of(SCHEMA.name(), key, new Change.PutColumns(FAMILY, List.of(written)));
    engine.mutate(mutation, Durability.SYNCED);
  }
}
