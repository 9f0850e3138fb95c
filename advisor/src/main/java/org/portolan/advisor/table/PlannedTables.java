package org.portolan.advisor.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.advisor.infer.ProposedKey;
import org.portolan.advisor.schema.Column;
import org.portolan.advisor.schema.Key;
import org.portolan.advisor.schema.RelationalSchema;
import org.portolan.advisor.schema.Table;
import org.portolan.advisor.statistics.ColumnStatistics;
import org.portolan.advisor.statistics.DatabaseStatistics;

/** Plans the tables of a schema. */
public final class PlannedTables {
  private static final double CONFIDENCE_MIN = 0.5;

  /** The most columns of a key that a design takes. */
  private static final int KEY_COLUMNS_MAX = 16;

  private PlannedTables() {}

  /**
   * Returns all tables by their names in the schema, in its order.
   *
   * @param mysql whether the schema is of MySQL or MariaDB
   */
  public static Map<String, PlannedTable> of(
      RelationalSchema schema,
      List<ProposedKey> proposedKeys,
      DatabaseStatistics statistics,
      boolean mysql) {
    String prefix = prefix(schema.tables());
    DesignNames names = new DesignNames();
    names.take(DesignNames.COUNTERS);
    TypeRules rules = new TypeRules(mysql);
    Map<String, PlannedTable> tables = new LinkedHashMap<>();
    for (Table table : schema.tables()) {
      DesignNames columnNames = new DesignNames();
      List<PlannedColumn> columns = new ArrayList<>();
      for (Column column : table.columns()) {
        Optional<ColumnStatistics> values =
            statistics.table(table.name()).flatMap(of -> of.column(column.name()));
        columns.add(rules.planned(column, columnNames.take(column.name()), values));
      }
      String plain = table.name().substring(table.name().lastIndexOf('.') + 1);
      tables.put(
          table.name(),
          new PlannedTable(
              table,
              names.take(plain.substring(prefix.length())),
              columns,
              identity(table, columns, proposedKeys)));
    }
    return tables;
  }

  /** The beginning that all tables have in common, up to an underscore: {@code wp_}. */
  private static String prefix(List<Table> tables) {
    if (tables.size() < 2) {
      return "";
    }
    String common = null;
    for (Table table : tables) {
      String name = table.name().substring(table.name().lastIndexOf('.') + 1);
      if (common == null) {
        common = name;
      }
      int same = 0;
      while (same < Math.min(common.length(), name.length())
          && common.charAt(same) == name.charAt(same)) {
        same++;
      }
      common = common.substring(0, same);
    }
    return common.substring(0, common.lastIndexOf('_') + 1);
  }

  private static Identity identity(
      Table table, List<PlannedColumn> columns, List<ProposedKey> proposedKeys) {
    Optional<Key> primary = table.primaryKey().filter(key -> isKeyable(key.columns(), columns));
    if (primary.isPresent()) {
      return new Identity(Identity.Kind.PRIMARY, named(table, primary.get().columns()));
    }
    for (Key key : table.keys()) {
      boolean whole = key.parts().stream().allMatch(part -> part.prefix() == 0);
      if (key.isUnique()
          && whole
          && isKeyable(key.columns(), columns)
          && isNotNull(table, key.columns())) {
        return new Identity(Identity.Kind.UNIQUE, named(table, key.columns()));
      }
    }
    return proposedKeys.stream()
        .filter(key -> key.table().equals(table.name()))
        .filter(key -> !key.columns().isEmpty() && key.confidence() >= CONFIDENCE_MIN)
        .filter(key -> isKeyable(key.columns(), columns))
        .filter(key -> isNotNull(table, key.columns()))
        .findFirst()
        .map(key -> new Identity(Identity.Kind.PROPOSED, named(table, key.columns())))
        .orElse(new Identity(Identity.Kind.NONE, List.of()));
  }

  private static List<String> named(Table table, List<String> columns) {
    return columns.stream().map(name -> table.column(name).orElseThrow().name()).toList();
  }

  private static boolean isNotNull(Table table, List<String> columns) {
    return columns.stream().noneMatch(name -> table.column(name).orElseThrow().nullable());
  }

  private static boolean isKeyable(List<String> names, List<PlannedColumn> columns) {
    return names.size() <= KEY_COLUMNS_MAX
        && names.stream()
            .allMatch(
                name ->
                    columns.stream()
                        .filter(column -> column.source().name().equalsIgnoreCase(name))
                        .anyMatch(
                            column ->
                                column.isKeyable()
                                    && column.keyType() instanceof org.portolan.types.ScalarType));
  }
}
