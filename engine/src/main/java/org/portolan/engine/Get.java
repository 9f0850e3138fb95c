package org.portolan.engine;

import java.util.List;
import org.portolan.types.Tuple;

/** The read of one row by its key. Names each family at most once. */
public record Get(String table, Tuple key, List<FamilyRead> families) {
  public Get {
    families = FamilyRead.copyOf(table, families);
  }

  public static Get of(String table, Tuple key, FamilyRead... families) {
    return new Get(table, key, List.of(families));
  }

  public RowKey rowKey() {
    return new RowKey(table, key);
  }
}
