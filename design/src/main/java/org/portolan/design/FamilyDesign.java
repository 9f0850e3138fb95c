package org.portolan.design;

import java.util.List;
import java.util.Map;
import org.portolan.types.Column;

/**
 * Columns of an entity that are stored and read together.
 *
 * @param rules what the values of columns must satisfy, by column; columns without a rule are not
 *     in it
 */
public record FamilyDesign(String name, List<Column> columns, Map<String, ColumnRule> rules) {
  public FamilyDesign {
    columns = List.copyOf(columns);
    rules = ColumnRule.sorted(rules);
  }

  /** Makes a family whose columns take every value of their types. */
  public FamilyDesign(String name, List<Column> columns) {
    this(name, columns, Map.of());
  }

  public ColumnRule rule(String column) {
    return rules.getOrDefault(column, ColumnRule.NONE);
  }
}
