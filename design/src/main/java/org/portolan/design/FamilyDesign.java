package org.portolan.design;

import java.util.List;
import org.portolan.types.Column;

/** Columns of an entity that are stored and read together. */
public record FamilyDesign(String name, List<Column> columns) {
  public FamilyDesign {
    columns = List.copyOf(columns);
  }
}
