package org.portolan.bench.mediawiki;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/**
 * Reads one table of a file that {@code mysqldump} wrote, plain or compressed by gzip. The file
 * must have the table's definition before its rows, as Wikimedia's published files do. Memory does
 * not depend on the number of rows.
 */
final class SqlTable {
  private static final Pattern COLUMN = Pattern.compile("\\s+`([^`]+)`.*");

  private final String name;
  private final List<String> columns = new ArrayList<>();

  private SqlTable(String name) {
    this.name = name;
  }

  /** A row of the table; valid until the next one is read. */
  final class Row {
    private final List<String> values = new ArrayList<>();

    boolean has(String column) {
      return columns.contains(column);
    }

    /** Returns a value as text; "" for NULL. */
    String text(String column) {
      int index = columns.indexOf(column);
      if (index < 0) {
        throw new IllegalArgumentException(
            "the table '" + name + "' has no column '" + column + "'; it has " + columns);
      }
      return values.get(index);
    }

    long number(String column) {
      return Long.parseLong(text(column));
    }
  }

  /**
   * Gives each row of a table to {@code reader}.
   *
   * @throws IllegalArgumentException if the file has no such table or is no such file
   */
  static void read(Path file, String name, Consumer<Row> reader) throws IOException {
    try (InputStream stream = Files.newInputStream(file);
        InputStream plain =
            file.toString().endsWith(".gz") ? new GZIPInputStream(stream, 1 << 16) : stream;
        // Keys for sorting are not always UTF-8; no column that we read is one.
        BufferedReader text =
            new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8), 1 << 16)) {
      new SqlTable(name).read(text, reader);
    } catch (EOFException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "the file " + file + " cannot be read: " + e.getMessage(), e);
    }
  }

  private void read(BufferedReader text, Consumer<Row> reader) throws IOException {
    String insert = "INSERT INTO `" + name + "` VALUES";
    while (true) {
      text.mark(insert.length() + 1);
      String head = head(text, insert.length());
      if (head.equals(insert)) {
        rows(text, reader);
      } else {
        text.reset();
        String line = text.readLine();
        if (line == null) {
          break;
        }
        if (line.startsWith("CREATE TABLE `" + name + "`")) {
          define(text);
        }
      }
    }
    if (columns.isEmpty()) {
      throw new IllegalArgumentException("it does not define the table '" + name + "'");
    }
  }

  private static String head(Reader text, int length) throws IOException {
    char[] head = new char[length];
    int filled = 0;
    while (filled < length) {
      int count = text.read(head, filled, length - filled);
      if (count < 0) {
        break;
      }
      filled += count;
    }
    return new String(head, 0, filled);
  }

  private void define(BufferedReader text) throws IOException {
    for (String line = text.readLine(); line != null; line = text.readLine()) {
      Matcher column = COLUMN.matcher(line);
      if (!column.matches()) {
        return;
      }
      columns.add(column.group(1));
    }
  }

  /** Reads "(1,'a',NULL),(2,'b',0x63);" to the semicolon. */
  private void rows(Reader text, Consumer<Row> reader) throws IOException {
    Row row = new Row();
    StringBuilder value = new StringBuilder();
    while (true) {
      int letter = next(text);
      if (letter == ';') {
        return;
      }
      if (letter != '(') {
        continue;
      }
      row.values.clear();
      do {
        value.setLength(0);
        letter = value(text, value);
        row.values.add(value.toString());
      } while (letter == ',');
      if (row.values.size() != columns.size()) {
        throw new IllegalArgumentException(
            "a row of '" + name + "' has " + row.values.size() + " values, not " + columns.size());
      }
      reader.accept(row);
    }
  }

  /** Reads a value, and returns the letter behind it. */
  private static int value(Reader text, StringBuilder value) throws IOException {
    int letter = next(text);
    while (letter != ',' && letter != ')') {
      if (letter == '\'') {
        // A word before it names the character set.
        value.setLength(0);
        quoted(text, value);
        letter = next(text);
        return letter;
      }
      value.append((char) letter);
      letter = next(text);
    }
    if (value.toString().equals("NULL")) {
      value.setLength(0);
    }
    return letter;
  }

  private static void quoted(Reader text, StringBuilder value) throws IOException {
    for (int letter = next(text); letter != '\''; letter = next(text)) {
      if (letter == '\\') {
        letter = next(text);
        value.append(
            switch (letter) {
              case '0' -> '\0';
              case 'n' -> '\n';
              case 'r' -> '\r';
              case 't' -> '\t';
              case 'b' -> '\b';
              case 'Z' -> (char) 26;
              default -> (char) letter;
            });
      } else {
        value.append((char) letter);
      }
    }
  }

  private static int next(Reader text) throws IOException {
    int letter = text.read();
    if (letter < 0) {
      throw new EOFException("it ends within a statement");
    }
    return letter;
  }
}
