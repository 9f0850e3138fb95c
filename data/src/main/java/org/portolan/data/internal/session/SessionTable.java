package org.portolan.data.internal.session;

import java.util.List;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;

/**
 * The table of sessions. Page 0 of a session holds its record. The pages from 1 on hold the rows
 * that it may have left unfinished, in the order of their registration.
 */
public final class SessionTable {
  public static final String NAME = "portolan_sessions";

  static final String SESSION = "session";
  static final String OPEN_ROWS = "open_rows";

  private SessionTable() {}

  public static TableSchema schema() {
    return new TableSchema(
        NAME,
        List.of(KeyColumn.of("session", ScalarType.LONG), KeyColumn.of("page", ScalarType.INT)),
        1,
        List.of(
            new ColumnFamily(
                SESSION,
                List.of(
                    new Column("renewal", ScalarType.LONG),
                    new Column("floor", ScalarType.LONG),
                    new Column("fenced", ScalarType.BOOLEAN),
                    new Column("renewed", ScalarType.LONG),
                    new Column("owner", ScalarType.TEXT))),
            new ItemFamily(
                OPEN_ROWS,
                List.of(KeyColumn.of("ordinal", ScalarType.INT)),
                List.of(
                    new Column("table", ScalarType.TEXT), new Column("key", ScalarType.BYTES)))),
        List.of());
  }
}
