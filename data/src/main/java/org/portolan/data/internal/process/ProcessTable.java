package org.portolan.data.internal.process;

import java.util.List;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Engine;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;

/**
 * The table of the processes that have a store open. Transactions read the family of the record,
 * which never changes, so the renewals have a family of their own.
 */
public final class ProcessTable {
  public static final String NAME = "portolan_processes";

  static final String PROCESS = "process";
  static final String ALIVE = "alive";

  /** The columns on which changes of a record have conditions. */
  static final String EPOCH = "epoch";

  static final String RENEWAL = "renewal";

  private ProcessTable() {}

  public static TableSchema schema() {
    return new TableSchema(
        NAME,
        List.of(KeyColumn.of("process", ScalarType.LONG)),
        1,
        List.of(
            new ColumnFamily(
                PROCESS,
                List.of(new Column(EPOCH, ScalarType.LONG), new Column("owner", ScalarType.TEXT))),
            new ColumnFamily(
                ALIVE,
                List.of(
                    new Column(RENEWAL, ScalarType.LONG), new Column("renewed", ScalarType.LONG)))),
        List.of());
  }

  /**
   * Creates the table in a store that has none: a new one, or one of an earlier release. A local
   * store has none at all, since one process has it open.
   */
  public static void createIfMissing(Engine engine) {
    if (!engine.capabilities().local()) {
      engine.createTable(schema());
    }
  }
}
