package org.portolan.engine.rocksdb;

import java.util.List;
import java.util.stream.Collectors;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Family;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.StoredFamily;
import org.portolan.engine.StoredTable;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.KeyColumn.Direction;

/**
 * The column families that a new store creates, for people: RocksDB has no language for them, and
 * only a program can create them.
 */
final class FamiliesText {
  private FamiliesText() {}

  static String of(String directory, List<TableSchema> schemas) {
    StringBuilder text = new StringBuilder();
    text.append("# The column families that Portolan creates in the directory ")
        .append(directory)
        .append(
            ".\n# RocksDB has no language for them: they are created when the store is opened.\n")
        .append("# All have the same options; keys are encoded so that their order is that of the")
        .append(" values.\n\noptions\n");
    NativeOptions.familySettings()
        .forEach(setting -> text.append("  ").append(setting).append('\n'));
    text.append("\ncolumn family ").append(RocksDbOpening.DEFAULT_FAMILY).append('\n');
    text.append("  key    text, 'table/' and the name of a table\n");
    text.append("  value  text, the table's schema\n");
    for (TableSchema schema : schemas) {
      StoredTable table = StoredTable.created(schema);
      for (StoredFamily stored : table.families()) {
        Family family = stored.family();
        text.append("\ncolumn family ").append(TableHandle.nativeName(table, stored)).append('\n');
        text.append("  key    ").append(key(schema, family)).append('\n');
        text.append("  value  ").append(value(family)).append('\n');
      }
    }
    return text.toString();
  }

  private static String key(TableSchema schema, Family family) {
    String row = keys(schema.key());
    return family instanceof ItemFamily items ? row + ", then " + keys(items.itemKey()) : row;
  }

  private static String value(Family family) {
    if (family instanceof ColumnFamily columns) {
      return columns(columns.columns());
    }
    return family instanceof ItemFamily items ? columns(items.columns()) : "a number of 8 bytes";
  }

  private static String keys(List<KeyColumn> key) {
    return key.stream()
        .map(
            column ->
                column.name()
                    + " "
                    + column.type().spelling()
                    + (column.direction() == Direction.DESCENDING ? " descending" : "")
                    + (column.nullable() ? " or null" : ""))
        .collect(Collectors.joining(", "));
  }

  private static String columns(List<Column> columns) {
    return columns.isEmpty()
        ? "nothing"
        : columns.stream()
            .map(column -> column.name() + " " + column.type().spelling())
            .collect(Collectors.joining(", "));
  }
}
