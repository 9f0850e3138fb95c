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
 * The readable form in which engines keep their tables, and the differences between two schemas.
 * One declaration per line, its parts separated by tabs, names URL-encoded:
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
 *
 * A table that was altered has the form {@code schema 2}, which releases before alterations refuse.
 * Its lines have marks: the number of the alteration that added a family or column, or removed a
 * family, whose lines stay. A column without a mark came with its family:
 *
 * <pre>
 * schema 2
 * table  articles  1
 * key    id  long  ascending  required
 * columns  meta
 * column   title  text
 * column   size   int   added  1
 * counter  views  removed  2
 * columns  links  added    2
 * column   target text
 * </pre>
 */
public final class SchemaText {
  static final String ADDED = "added";
  static final String REMOVED = "removed";

  private static final String HEADER = "schema\t1";
  private static final String ALTERED_HEADER = "schema\t2";

  private SchemaText() {}

  /** Returns the text of a table that was never altered. */
  public static String write(TableSchema schema) {
    return write(StoredTable.created(schema));
  }

  public static String write(StoredTable table) {
    TableSchema schema = table.schema();
    List<String> lines = new ArrayList<>();
    lines.add(table.alterations() == 0 ? HEADER : ALTERED_HEADER);
    lines.add(line("table", schema.name(), Integer.toString(schema.partitionColumns())));
    schema.key().forEach(column -> lines.add(keyLine("key", column)));
    for (StoredFamily family : table.history()) {
      lines.addAll(familyLines(family));
    }
    KeyCodec codec = new KeyCodec(schema.key());
    for (Tuple split : schema.splitPoints()) {
      String count = Integer.toString(split.size());
      lines.add(line("split", count, HexFormat.of().formatHex(codec.encodePrefix(split))));
    }
    return String.join("\n", lines) + "\n";
  }

  private static List<String> familyLines(StoredFamily stored) {
    Family family = stored.family();
    List<String> lines = new ArrayList<>();
    String word =
        family instanceof ColumnFamily
            ? "columns"
            : family instanceof ItemFamily ? "items" : "counter";
    lines.add(
        line(word, family.name()) + mark(ADDED, stored.added()) + mark(REMOVED, stored.removed()));
    if (family instanceof ItemFamily items) {
      items.itemKey().forEach(column -> lines.add(keyLine("item_key", column)));
    }
    List<Column> columns = StoredFamily.columns(family);
    for (int index = 0; index < columns.size(); index++) {
      int added = stored.columnsAdded().get(index);
      lines.add(columnLine(columns.get(index)) + mark(ADDED, added == stored.added() ? 0 : added));
    }
    return lines;
  }

  private static String mark(String word, int number) {
    return number == 0 ? "" : "\t" + word + "\t" + number;
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

  /** Reads the current schema from the text of a table, see {@link #parseStored}. */
  public static TableSchema parse(String text) {
    return parseStored(text).schema();
  }

  /**
   * Reads the text that {@link #write(StoredTable)} returned.
   *
   * @throws EngineException if the text is not a table, or is a table of a newer form
   */
  public static StoredTable parseStored(String text) {
    List<String> lines = text.lines().toList();
    String header = lines.isEmpty() ? "" : lines.get(0);
    if (!header.equals(HEADER) && !header.equals(ALTERED_HEADER)) {
      throw new EngineException(
          "cannot read a table's schema that begins with '"
              + header
              + "' instead of '"
              + HEADER
              + "' or '"
              + ALTERED_HEADER
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

  /** Returns the number of a mark after the first {@code from} parts of a line, 0 without it. */
  static int mark(String[] parts, int from, String word) {
    for (int index = from; index + 1 < parts.length; index += 2) {
      if (parts[index].equals(word)) {
        return Integer.parseInt(parts[index + 1]);
      }
    }
    return 0;
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

  static String describe(Family family) {
    return String.join(", ", familyLines(StoredFamily.added(family, 0))).replace('\t', ' ');
  }

  static String keys(List<KeyColumn> columns) {
    return columns.stream().map(column -> keyLine("", column).replace('\t', ' ').strip()).toList()
        + "";
  }
}
