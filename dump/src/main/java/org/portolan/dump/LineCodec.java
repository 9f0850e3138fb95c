package org.portolan.dump;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.portolan.design.CollectionDesign;
import org.portolan.design.EntityDesign;
import org.portolan.dump.DumpLine.ContinuedLine;
import org.portolan.dump.DumpLine.ItemLine;
import org.portolan.dump.DumpLine.RowLine;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.Tuple;

/**
 * The lines of an entity's segments, written and read. A line has one form: its parts and columns
 * have a fixed order, and there is no white space between them. Immutable and thread-safe.
 */
final class LineCodec {
  static final String ROW = "row";
  static final String COLUMNS = "columns";
  static final String CONTINUED = "continued";
  static final String ITEM = "item";
  static final String COLLECTION = "collection";

  /** A value may be as long as an engine admits. */
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();

  private final EntityDesign entity;
  private final List<Column> columns;

  LineCodec(EntityDesign entity) {
    this.entity = entity;
    this.columns = entity.columns().toList();
  }

  EntityDesign entity() {
    return entity;
  }

  /**
   * Returns the collections in the order of their items after a row: those that another lists come
   * last, because an importer needs the items that list them first.
   */
  List<CollectionDesign> collections() {
    return Stream.concat(
            entity.collections().stream().filter(each -> each.listedBy().isEmpty()),
            entity.collections().stream().filter(each -> each.listedBy().isPresent()))
        .toList();
  }

  /** Appends the line of a row, with its line break. */
  void row(LineBuffer out, Tuple key, Map<String, Object> values) {
    key(out.raw("{\"row\":"), entity.key(), key);
    columns(out.raw(",\"columns\":"), columns, values);
    out.raw("}\n");
  }

  /** Appends the line that names again the row of the items that follow. */
  void continued(LineBuffer out, Tuple key) {
    key(out.raw("{\"row\":"), entity.key(), key);
    out.raw(",\"continued\":true}\n");
  }

  /** Appends the line of an item. */
  void item(LineBuffer out, CollectionDesign collection, Tuple key, Map<String, Object> values) {
    out.raw("{\"collection\":\"").raw(collection.name());
    key(out.raw("\",\"item\":"), collection.itemKey(), key);
    columns(out.raw(",\"columns\":"), collection.columns(), values);
    out.raw("}\n");
  }

  /** Appends a key as an array. */
  static void key(LineBuffer out, List<KeyColumn> key, Tuple values) {
    char separator = '[';
    for (int position = 0; position < key.size(); position++) {
      ValueText.write(out.raw(separator), key.get(position).type(), values.get(position));
      separator = ',';
    }
    out.raw(']');
  }

  private static void columns(LineBuffer out, List<Column> columns, Map<String, Object> values) {
    char separator = '{';
    for (Column column : columns) {
      out.raw(separator).raw('"').raw(column.name()).raw("\":");
      Object value = values.get(column.name());
      if (value == null && !values.containsKey(column.name())) {
        throw new DumpException(
            "column '"
                + column.name()
                + "' was dropped from the design of the store while the store was being exported;"
                + " export it again, into another directory");
      }
      ValueText.write(out, column.type(), value);
      separator = ',';
    }
    out.raw(separator == '{' ? "{}" : "}");
  }

  /**
   * Reads a line.
   *
   * @param line may end with its line break
   * @throws IllegalArgumentException if it is no line of this entity; the message says why
   */
  DumpLine read(byte[] line, int length) {
    try (JsonParser in = JSON.createParser(line, 0, length)) {
      expect(in, JsonToken.START_OBJECT);
      DumpLine read = name(in, ROW, COLLECTION).equals(ROW) ? readRow(in) : readItem(in);
      expect(in, JsonToken.END_OBJECT);
      if (in.nextToken() != null) {
        throw new IllegalArgumentException("something follows the end of the object");
      }
      return read;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("it is no JSON: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new IllegalArgumentException("it cannot be read: " + e.getMessage(), e);
    }
  }

  /** Reads a key that {@link #key} has written. */
  Tuple readKey(byte[] json) {
    try (JsonParser in = JSON.createParser(json)) {
      return readKey(in, entity.key());
    } catch (IOException e) {
      throw new IllegalArgumentException("it is no key: " + e.getMessage(), e);
    }
  }

  /** Returns the last key of a segment of this entity. */
  Tuple lastKey(Segment segment) {
    return readKey(segment.lastKey().toString().getBytes(StandardCharsets.UTF_8));
  }

  private DumpLine readRow(JsonParser in) throws IOException {
    Tuple key = readKey(in, entity.key());
    if (name(in, COLUMNS, CONTINUED).equals(CONTINUED)) {
      expect(in, JsonToken.VALUE_TRUE);
      return new ContinuedLine(key);
    }
    return new RowLine(key, readColumns(in, columns));
  }

  private DumpLine readItem(JsonParser in) throws IOException {
    expect(in, JsonToken.VALUE_STRING);
    String name = in.getText();
    Optional<CollectionDesign> collection = entity.collection(name);
    if (collection.isEmpty()) {
      throw new IllegalArgumentException(
          "entity '" + entity.name() + "' has no collection '" + name + "'");
    }
    name(in, ITEM, ITEM);
    Tuple key = readKey(in, collection.get().itemKey());
    name(in, COLUMNS, COLUMNS);
    return new ItemLine(collection.get(), key, readColumns(in, collection.get().columns()));
  }

  private static Tuple readKey(JsonParser in, List<KeyColumn> key) throws IOException {
    expect(in, JsonToken.START_ARRAY);
    List<Object> values = new ArrayList<>(key.size());
    for (KeyColumn column : key) {
      if (in.nextToken() == JsonToken.END_ARRAY) {
        throw new IllegalArgumentException("its key has no '" + column.name() + "'");
      }
      values.add(ValueText.read(in, column.type()));
    }
    expect(in, JsonToken.END_ARRAY);
    return new Tuple(values);
  }

  private static Map<String, Object> readColumns(JsonParser in, List<Column> columns)
      throws IOException {
    expect(in, JsonToken.START_OBJECT);
    Map<String, Object> values = new LinkedHashMap<>();
    for (Column column : columns) {
      name(in, column.name(), column.name());
      in.nextToken();
      try {
        values.put(column.name(), ValueText.read(in, column.type()));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("column '" + column.name() + "': " + e.getMessage(), e);
      }
    }
    expect(in, JsonToken.END_OBJECT);
    return values;
  }

  private static String name(JsonParser in, String one, String other) throws IOException {
    String found = in.nextFieldName();
    if (!one.equals(found) && !other.equals(found)) {
      throw new IllegalArgumentException(
          "'"
              + one
              + (one.equals(other) ? "'" : "' or '" + other + "'")
              + " is expected, not "
              + (found == null ? in.getText() : "'" + found + "'"));
    }
    return found;
  }

  private static void expect(JsonParser in, JsonToken token) throws IOException {
    if (in.nextToken() != token) {
      throw new IllegalArgumentException(token + " is expected, not " + in.getText());
    }
  }
}
