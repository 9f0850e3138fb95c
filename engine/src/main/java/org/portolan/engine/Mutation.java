package org.portolan.engine;

import java.util.List;
import java.util.Optional;
import org.portolan.types.Tuple;

/** An atomic change of one row, possibly on a condition. */
public record Mutation(
    String table, Tuple key, List<Change> changes, Optional<Condition> condition) {
  public Mutation {
    changes = List.copyOf(changes);
  }

  public static Mutation of(String table, Tuple key, Change... changes) {
    return new Mutation(table, key, List.of(changes), Optional.empty());
  }

  public static Mutation of(String table, Tuple key, List<Change> changes) {
    return new Mutation(table, key, changes, Optional.empty());
  }

  public Mutation on(Condition newCondition) {
    return new Mutation(table, key, changes, Optional.of(newCondition));
  }

  public RowKey rowKey() {
    return new RowKey(table, key);
  }
}
