package org.portolan.design;

import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes mappings in the format of {@code mapping.yaml}. The same mapping gives the same text, and
 * {@link MappingReader} reads the same mapping from it.
 */
public final class MappingWriter {
  private static final String HEADER =
      """
      # Where the rows of a design come from: for each table, what becomes of its rows.
      # 'portolan migrate' moves them.
      """;

  /** Names that YAML takes for nothing else. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_.]*");

  private static final List<String> WORDS = List.of("true", "false", "null", "yes", "no", "y", "n");

  private final StringBuilder text = new StringBuilder();

  private MappingWriter() {}

  /** Returns the mapping as text, ending with a line break. */
  public static String write(Mapping mapping) {
    MappingWriter writer = new MappingWriter();
    writer.text.append(HEADER);
    writer.line(0, "format: " + Mapping.FORMAT_VERSION);
    writer.line(0, "design: " + mapping.design());
    writer.line(
        0,
        "zone: " + (mapping.zone().equals(ZoneOffset.UTC) ? "UTC" : name(mapping.zone().getId())));
    if (mapping.zeroDatesAreNull()) {
      writer.line(0, "zero-dates: \"null\"");
    }
    if (!mapping.sequences().isEmpty()) {
      writer.line(0, "sequences:");
      mapping.sequences().forEach(writer::sequence);
    }
    writer.line(0, mapping.tables().isEmpty() ? "tables: {}" : "tables:");
    mapping.tables().forEach(writer::table);
    return writer.text.toString();
  }

  private void sequence(Mapping.SequenceStart sequence) {
    line(1, name(sequence.name()) + ":");
    line(2, "in: " + sequence.entity() + "." + sequence.column());
    line(2, "above: " + names(List.of(sequence.table(), sequence.source())));
  }

  private void table(TableMapping table) {
    line(1, name(table.table()) + ":");
    if (table instanceof TableMapping.Rows rows) {
      line(2, "entity: " + rows.entity());
      columns(rows.columns());
    } else if (table instanceof TableMapping.Items items) {
      line(2, "collection: " + items.entity() + "." + items.collection());
      line(2, "owner: " + names(items.owner()));
      columns(items.columns());
    } else if (table instanceof TableMapping.Part part) {
      line(2, "part: " + part.entity());
      line(2, "owner: " + names(part.owner()));
      columns(part.columns());
    } else if (table instanceof TableMapping.Elements elements) {
      line(2, "elements: " + elements.entity() + "." + elements.column());
      line(2, "owner: " + names(elements.owner()));
      line(2, "element: " + name(elements.element()));
    } else if (table instanceof TableMapping.Skipped skipped) {
      line(2, "skip: " + quoted(skipped.reason()));
    }
  }

  private void columns(Map<String, String> columns) {
    line(2, columns.isEmpty() ? "columns: {}" : "columns:");
    columns.forEach((column, source) -> line(3, column + ": " + name(source)));
  }

  private static String names(List<String> names) {
    return names.stream().map(MappingWriter::name).collect(Collectors.joining(", ", "[", "]"));
  }

  private static String name(String name) {
    return PLAIN.matcher(name).matches()
            && WORDS.stream().noneMatch(word -> word.equalsIgnoreCase(name))
        ? name
        : quoted(name);
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.codePoints()
        .forEach(
            point -> {
              if (point == '"' || point == '\\') {
                quoted.append('\\').appendCodePoint(point);
              } else if (Character.isISOControl(point)) {
                quoted.append(String.format("\\x%02x", point));
              } else {
                quoted.appendCodePoint(point);
              }
            });
    return quoted.append('"').toString();
  }

  private void line(int depth, String content) {
    text.append("  ".repeat(depth)).append(content).append('\n');
  }
}
