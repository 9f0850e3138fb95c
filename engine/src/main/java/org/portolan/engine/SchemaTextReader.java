package org.portolan.engine;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.portolan.types.Column;
import org.portolan.types.KeyCodec;
import org.portolan.types.KeyColumn;
import org.portolan.types.Tuple;

/** Reads the lines of {@link SchemaText}; the lines of a family follow the line that names it. */
final class SchemaTextReader {
  private final List<String> lines;

  private String table = "";
  private int partitionColumns;
  private final List<KeyColumn> key = new ArrayList<>();
  private final List<Family> families = new ArrayList<>();
  private final List<String[]> splits = new ArrayList<>();

  private String familyKind = "";
  private String familyName = "";
  private List<KeyColumn> itemKey = new ArrayList<>();
  private List<Column> columns = new ArrayList<>();

  SchemaTextReader(List<String> lines) {
    this.lines = lines;
  }

  TableSchema read() {
    for (String line : lines) {
      String[] parts = line.split("\t");
      switch (parts[0]) {
        case "table" -> {
          table = SchemaText.name(parts);
          partitionColumns = Integer.parseInt(parts[2]);
        }
        case "key" -> key.add(SchemaText.keyColumn(parts));
        case "columns", "items", "counter" -> {
          endFamily();
          familyKind = parts[0];
          familyName = SchemaText.name(parts);
        }
        case "item_key" -> itemKey.add(SchemaText.keyColumn(parts));
        case "column" -> columns.add(SchemaText.column(parts));
        case "split" -> splits.add(parts);
        default -> throw new IllegalArgumentException("unknown line '" + line + "'");
      }
    }
    endFamily();
    return new TableSchema(table, key, partitionColumns, families, splitPoints());
  }

  private void endFamily() {
    switch (familyKind) {
      case "columns" -> families.add(new ColumnFamily(familyName, columns));
      case "items" -> families.add(new ItemFamily(familyName, itemKey, columns));
      case "counter" -> families.add(new CounterFamily(familyName));
      default -> {}
    }
    familyKind = "";
    itemKey = new ArrayList<>();
    columns = new ArrayList<>();
  }

  private List<Tuple> splitPoints() {
    KeyCodec codec = new KeyCodec(key);
    return splits.stream()
        .map(
            parts ->
                codec.decodePrefix(
                    HexFormat.of().parseHex(parts.length > 2 ? parts[2] : ""),
                    Integer.parseInt(parts[1])))
        .toList();
  }
}
