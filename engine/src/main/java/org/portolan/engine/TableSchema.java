package org.portolan.engine;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.portolan.types.Collation;
import org.portolan.types.KeyColumn;
import org.portolan.types.Tuple;

/**
 * A table: its key, and the families in which its rows hold columns, items or a counter.
 *
 * @param name readable in the engine's own tools; letters, digits and underscores
 * @param key the columns of the row key, in order; compared by their bytes, as are item keys. An
 *     engine returns the stored key, so a collated key needs a column of bytes for its sort key and
 *     another column for its original
 * @param partitionColumns the number of leading key columns that decide where a row is stored; rows
 *     with the same values in them are neighbours on every engine
 * @param families their names are like those of tables, or begin with an underscore
 * @param splitPoints leading parts of keys at which an engine with ordered regions splits the table
 *     when it creates it, ascending; other engines ignore them, and no engine compares them later
 * @param options how an engine should keep the table; each name begins with the engine's scheme and
 *     a dot, for example {@code hbase.compression}; an engine uses its own options when it creates
 *     the table, refuses those that it does not know, and ignores those of other engines
 */
public record TableSchema(
    String name,
    List<KeyColumn> key,
    int partitionColumns,
    List<Family> families,
    List<Tuple> splitPoints,
    Map<String, String> options) {

  public TableSchema {
    options = Map.copyOf(options);
    key = List.copyOf(key);
    families = List.copyOf(families);
    splitPoints = List.copyOf(splitPoints);
    if (!name.matches("[A-Za-z][A-Za-z0-9_]{0,47}")) {
      throw new IllegalArgumentException(
          "table name '" + name + "' must be 1 to 48 letters, digits and underscores");
    }
    if (key.isEmpty()) {
      throw new IllegalArgumentException("table '" + name + "' must have a key column");
    }
    if (partitionColumns < 1 || partitionColumns > key.size()) {
      throw new IllegalArgumentException(
          "table '" + name + "' must have 1 to " + key.size() + " partition columns");
    }
    if (families.isEmpty()) {
      throw new IllegalArgumentException("table '" + name + "' must have a family");
    }
    requireBinary(name, key);
    Set<String> names = new HashSet<>();
    for (Family family : families) {
      if (!family.name().matches("[A-Za-z_][A-Za-z0-9_]{0,47}")) {
        throw new IllegalArgumentException(
            "family name '"
                + family.name()
                + "' of table '"
                + name
                + "' must be 1 to 48 letters, digits and underscores");
      }
      if (family instanceof ItemFamily items) {
        requireBinary(name, items.itemKey());
      }
      if (!names.add(family.name())) {
        throw new IllegalArgumentException(
            "table '" + name + "' has two families '" + family.name() + "'");
      }
    }
  }

  public TableSchema(
      String name,
      List<KeyColumn> key,
      int partitionColumns,
      List<Family> families,
      List<Tuple> splitPoints) {
    this(name, key, partitionColumns, families, splitPoints, Map.of());
  }

  /** Returns a table partitioned by its whole key, not split. */
  public static TableSchema of(String name, List<KeyColumn> key, Family... families) {
    return new TableSchema(name, key, key.size(), List.of(families), List.of());
  }

  /** Returns the options of one engine, without its scheme and the dot. */
  public Map<String, String> optionsOf(String scheme) {
    Map<String, String> found = new TreeMap<>();
    String prefix = scheme + ".";
    options.forEach(
        (name, value) -> {
          if (name.startsWith(prefix)) {
            found.put(name.substring(prefix.length()), value);
          }
        });
    return found;
  }

  private static void requireBinary(String table, List<KeyColumn> columns) {
    for (KeyColumn column : columns) {
      if (column.collation() != Collation.BINARY) {
        throw new IllegalArgumentException(
            "key column '"
                + column.name()
                + "' of table '"
                + table
                + "' has a collation; keep its sort key in a column of bytes instead");
      }
    }
  }

  public Optional<Family> family(String familyName) {
    return families.stream().filter(family -> family.name().equals(familyName)).findFirst();
  }
}
