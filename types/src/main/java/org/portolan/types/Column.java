package org.portolan.types;

import java.util.Objects;

/** A named, typed column. */
public record Column(String name, ColumnType type) {
  public Column {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
  }
}
