package org.portolan.engine;

import java.util.Objects;

/** A condition on a row: a mutation is made only if it holds. */
public sealed interface Condition {

  /** The row does not have the {@link ColumnFamily}. */
  record Absent(String family) implements Condition {}

  /** The row has the {@link ColumnFamily} and a column of it holds a value, not null. */
  record ColumnEquals(String family, String column, Object value) implements Condition {
    public ColumnEquals {
      Objects.requireNonNull(value, "value");
    }
  }
}
