package org.portolan.engine.ignite;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.StoredSizes;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.Tuple;

/**
 * The bytes of entries in Ignite's pages: key and value are binary objects, each with a header and
 * the place of every field, and each family of a row is an entry of its own.
 */
final class IgniteSizes implements StoredSizes {
  static final StoredSizes ALL = new IgniteSizes();

  private static final int OBJECT_HEADER_BYTES = 24;

  /** The type of a field before its value. */
  private static final int TYPE_BYTES = 1;

  private static final int LENGTH_BYTES = 4;

  /**
   * Of an entry beside key and value, in its data page: lengths and types of key and value,
   * version, time of expiry, cache and place in the page; and its hash and link in the tree of the
   * partition, whose pages are two thirds full.
   */
  static final int ENTRY_BYTES = 2 * (LENGTH_BYTES + TYPE_BYTES) + 25 + 8 + 4 + 2 + 24;

  private IgniteSizes() {}

  @Override
  public long columns(TableSchema table, Tuple key, Map<ColumnFamily, List<Object>> families) {
    List<Column> keyColumns =
        table.key().stream().map(column -> new Column(column.name(), column.type())).toList();
    long keyBytes = object(keyColumns, new ArrayList<>(key.values()));
    long bytes = 0;
    for (var family : families.entrySet()) {
      bytes += ENTRY_BYTES + keyBytes + object(family.getKey().columns(), family.getValue());
    }
    return bytes;
  }

  private static long object(List<Column> columns, List<Object> values) {
    long bytes = OBJECT_HEADER_BYTES;
    for (int position = 0; position < columns.size(); position++) {
      bytes += field(new FieldForm(columns.get(position)).toField(values.get(position)));
    }
    int placeBytes = bytes < 1 << 8 ? 1 : bytes < 1 << 16 ? 2 : 4;
    return bytes + (long) placeBytes * columns.size();
  }

  private static long field(Object field) {
    if (field == null) {
      return TYPE_BYTES;
    }
    if (field instanceof Collection<?> elements) {
      long bytes = TYPE_BYTES + LENGTH_BYTES + TYPE_BYTES;
      for (Object element : elements) {
        bytes += field(element);
      }
      return bytes;
    }
    return TYPE_BYTES + value(field);
  }

  private static long value(Object field) {
    if (field instanceof String text) {
      return LENGTH_BYTES + (long) text.getBytes(StandardCharsets.UTF_8).length;
    }
    if (field instanceof byte[] bytes) {
      return LENGTH_BYTES + (long) bytes.length;
    }
    if (field instanceof BigDecimal number) {
      return 2 * LENGTH_BYTES + (long) number.unscaledValue().toByteArray().length;
    }
    if (field instanceof Boolean) {
      return 1;
    }
    if (field instanceof Integer) {
      return Integer.BYTES;
    }
    return field instanceof Long ? Long.BYTES : Long.BYTES + Integer.BYTES;
  }

  @Override
  public long item(
      TableSchema table, Tuple key, ItemFamily family, Tuple itemKey, List<Object> values) {
    throw new UnsupportedOperationException("Ignite has no items within a row");
  }

  /** Nothing: rows are spread by the hashes of their keys, and no place holds many of them. */
  @Override
  public Optional<Width> width() {
    return Optional.empty();
  }
}
