package org.portolan.engine;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.portolan.types.Collation;
import org.portolan.types.Column;
import org.portolan.types.ColumnType;
import org.portolan.types.KeyCodec;
import org.portolan.types.KeyColumn;
import org.portolan.types.KeyColumn.Direction;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/**
 * The readable form in which engines keep the schemas of their tables, and the differences between
 * two of them. One declaration per line, its parts separated by tabs, names URL-encoded:
 *
 * <pre>
 * schema 1
 * table  articles  1
 * key    id  long  ascending  required
 * columns  meta
 * column   title  text
 * items    revisions
 * item_key id  long  descending  required
 * column   text  compressed text
 * counter  views
 * split  8000000000000001
 * </pre>
 */
public final class SchemaText {
  private static final String HEADER = "schema\t1";

  private SchemaText() {}

  public static String write(TableSchema schema) {
    List<String> lines = new ArrayList<>();
    lines.add(HEADER);
    lines.add(line("table", schema.name(), Integer.toString(schema.partitionColumns())));
    schema.key().forEach(column -> lines.add(keyLine("key", column)));
    for (Family family : schema.families()) {
      lines.addAll(familyLines(family));
    }
    KeyCodec codec = new KeyCodec(schema.key());
    for (Tuple split : schema.splitPoints()) {
      String count = Integer.toString(split.size());
      lines.add(line("split", count, HexFormat.of().formatHex(codec.encodePrefix(split))));
    }
    return String.join("\n", lines) + "\n";
  }

  private static List<String> familyLines(Family family) {
    List<String> lines = new ArrayList<>();
    if (family instanceof ColumnFamily columns) {
      lines.add(line("columns", family.name()));
      columns.columns().forEach(column -> lines.add(columnLine(column)));
    } else if (family instanceof ItemFamily items) {
      lines.add(line("items", family.name()));
      items.itemKey().forEach(column -> lines.add(keyLine("item_key", column)));
      items.columns().forEach(column -> lines.add(columnLine(column)));
    } else {
      lines.add(line("counter", family.name()));
    }
    return lines;
  }

  private static String keyLine(String word, KeyColumn column) {
    return line(
        word,
        column.name(),
        column.type().spelling(),
        column.direction() == Direction.ASCENDING ? "ascending" : "descending",
        column.nullable() ? "nullable" : "required");
  }

  private static String columnLine(Column column) {
    return line("column", column.name(), column.type().spelling());
  }

  /** The second part of a line is a name. */
  private static String line(String word, String name, String... rest) {
    String start = word + "\t" + URLEncoder.encode(name, StandardCharsets.UTF_8);
    return rest.length == 0 ? start : start + "\t" + String.join("\t", rest);
  }

  /**
   * Reads the text that {@link #write} returned.
   *
   * @throws EngineException if the text is not a schema, or is a schema of a newer form
   */
  public static TableSchema parse(String text) {
    List<String> lines = text.lines().toList();
    if (lines.isEmpty() || !lines.get(0).equals(HEADER)) {
      throw new EngineException(
          "cannot read a table's schema that begins with '"
              + (lines.isEmpty() ? "" : lines.get(0))
              + "' instead of '"
              + HEADER
              + "'; use a newer release of Portolan");
    }
    try {
      return new SchemaTextReader(lines.subList(1, lines.size())).read();
    } catch (IllegalArgumentException | IndexOutOfBoundsException fault) {
      throw new EngineException("a table's schema is damaged: " + text.strip(), fault);
    }
  }

  static KeyColumn keyColumn(String[] parts) {
    return new KeyColumn(
        name(parts),
        (ScalarType) ColumnType.parse(parts[2]),
        parts[3].equals("ascending") ? Direction.ASCENDING : Direction.DESCENDING,
        parts[4].equals("nullable"),
        Collation.BINARY);
  }

  static Column column(String[] parts) {
    return new Column(name(parts), ColumnType.parse(parts[2]));
  }

  static String name(String[] parts) {
    return URLDecoder.decode(parts[1], StandardCharsets.UTF_8);
  }

  /**
   * Returns the differences, a sentence each; empty if there are none. Split points do not count:
   * they matter only when a table is created.
   *
   * @param existing the schema in the store
   * @param wanted the requested schema
   */
  public static List<String> differences(TableSchema existing, TableSchema wanted) {
    List<String> found = new ArrayList<>();
    if (!existing.key().equals(wanted.key())) {
      found.add("its key is " + keys(existing.key()) + ", not " + keys(wanted.key()));
    }
    if (existing.partitionColumns() != wanted.partitionColumns()) {
      found.add(
          "it has "
              + existing.partitionColumns()
              + " partition columns, not "
              + wanted.partitionColumns());
    }
    for (Family family : wanted.families()) {
      var present = existing.family(family.name());
      if (present.isEmpty()) {
        found.add("it lacks the family " + describe(family));
      } else if (!present.get().equals(family)) {
        found.add("its family is " + describe(present.get()) + ", not " + describe(family));
      }
    }
    for (Family family : existing.families()) {
      if (wanted.family(family.name()).isEmpty()) {
        found.add("it has the family " + describe(family));
      }
    }
    return found;
  }

  /**
   * Refuses an existing table whose schema differs from the requested one; an engine's {@code
   * createTable} calls this.
   *
   * @throws SchemaMismatchException if anything differs; the message lists the differences
   */
  public static void requireSame(TableSchema existing, TableSchema wanted) {
    List<String> differences = differences(existing, wanted);
    if (!differences.isEmpty()) {
      throw new SchemaMismatchException(
          "table '"
              + wanted.name()
              + "' exists with another schema: "
              + String.join("; ", differences)
              + "; drop it or request its existing schema");
    }
  }

  private static String describe(Family family) {
    return String.join(", ", familyLines(family)).replace('\t', ' ');
  }

  private static String keys(List<KeyColumn> columns) {
    return columns.stream().map(column -> keyLine("", column).replace('\t', ' ').strip()).toList()
        + "";
  }
}
