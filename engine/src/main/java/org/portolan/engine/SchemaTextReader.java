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
  private final List<StoredFamily> families = new ArrayList<>();
  private final List<String[]> splits = new ArrayList<>();

  private String[] family = {""};
  private List<KeyColumn> itemKey = new ArrayList<>();
  private List<Column> columns = new ArrayList<>();
  private List<Integer> columnsAdded = new ArrayList<>();

  SchemaTextReader(List<String> lines) {
    this.lines = lines;
  }

  StoredTable read() {
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
          family = parts;
        }
        case "item_key" -> itemKey.add(SchemaText.keyColumn(parts));
        case "column" -> {
          columns.add(SchemaText.column(parts));
          columnsAdded.add(SchemaText.mark(parts, 3, SchemaText.ADDED));
        }
        case "split" -> splits.add(parts);
        default -> throw new IllegalArgumentException("unknown line '" + line + "'");
      }
    }
    endFamily();
    return StoredTable.of(table, key, partitionColumns, splitPoints(), families);
  }

  private void endFamily() {
    switch (family[0]) {
      case "columns" -> add(new ColumnFamily(SchemaText.name(family), columns));
      case "items" -> add(new ItemFamily(SchemaText.name(family), itemKey, columns));
      case "counter" -> add(new CounterFamily(SchemaText.name(family)));
      default -> {}
    }
    family = new String[] {""};
    itemKey = new ArrayList<>();
    columns = new ArrayList<>();
    columnsAdded = new ArrayList<>();
  }

  private void add(Family ended) {
    int added = SchemaText.mark(family, 2, SchemaText.ADDED);
    families.add(
        new StoredFamily(
            ended,
            added,
            columnsAdded.stream().map(number -> number == 0 ? added : number).toList(),
            SchemaText.mark(family, 2, SchemaText.REMOVED)));
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
