package org.portolan.design;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.portolan.types.Collation;
import org.portolan.types.Column;

/**
 * Columns of an entity that are stored and read together.
 *
 * @param rules what the values of columns must satisfy, by column; columns without a rule are not
 *     in it
 * @param collations how indexes compare the texts of columns, by column; columns that the design
 *     gives no collation are not in it, see {@link Design#collation}
 */
public record FamilyDesign(
    String name,
    List<Column> columns,
    Map<String, ColumnRule> rules,
    Map<String, Collation> collations) {
  public FamilyDesign {
    columns = List.copyOf(columns);
    rules = ColumnRule.sorted(rules);
    Map<String, Collation> sorted = new TreeMap<>(collations);
    sorted.values().removeIf(Collation.BINARY::equals);
    collations = Collections.unmodifiableMap(sorted);
  }

  /** Makes a family whose texts are compared by code point. */
  public FamilyDesign(String name, List<Column> columns, Map<String, ColumnRule> rules) {
    this(name, columns, rules, Map.of());
  }

  /** Makes a family whose columns take every value of their types. */
  public FamilyDesign(String name, List<Column> columns) {
    this(name, columns, Map.of());
  }

  public ColumnRule rule(String column) {
    return rules.getOrDefault(column, ColumnRule.NONE);
  }

  /** Returns the collation that the design gives to a column. */
  public Collation collation(String column) {
    return collations.getOrDefault(column, Collation.BINARY);
  }
}
