package org.portolan.design.explain;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.portolan.design.EntityDesign;
import org.portolan.design.key.KeyMapping;
import org.portolan.types.Bytes;
import org.portolan.types.Collation;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** A key and the row key that the entity's own mapping makes of it. */
record RowKeyExample(String key, String rowKey) {

  private static final String TEXT = "Example";

  static RowKeyExample of(EntityDesign entity) {
    KeyMapping mapping = entity.keyMapping();
    List<Object> values = new ArrayList<>();
    for (KeyColumn column : entity.key()) {
      values.add(value(column.type(), entity.padding().getOrDefault(column.name(), 4)));
    }
    Tuple key = new Tuple(values);
    Tuple rowKey = mapping.rowKeyFor(key, key.toString(), new SplittableRandom(0));
    return new RowKeyExample(
        named(entity.key(), key), named(mapping.rowKeyColumns(), readable(entity, rowKey)));
  }

  /** Replaces the bytes of each sort key, which are not readable, by a description. */
  private static Tuple readable(EntityDesign entity, Tuple rowKey) {
    List<String> names = entity.keyMapping().rowKeyColumns().stream().map(KeyColumn::name).toList();
    List<Object> values = new ArrayList<>(rowKey.values());
    for (KeyColumn column : entity.key()) {
      if (column.collation() != Collation.BINARY) {
        values.set(names.indexOf(column.name() + "_sort"), "(sort key of '" + TEXT + "')");
      }
    }
    return new Tuple(values);
  }

  private static String named(List<KeyColumn> columns, Tuple values) {
    List<String> words = new ArrayList<>();
    for (int position = 0; position < columns.size(); position++) {
      words.add(columns.get(position).name() + " " + values.get(position));
    }
    return String.join(", ", words);
  }

  /** Returns a value of the type; an int or long has at most {@code digits} digits. */
  private static Object value(ScalarType type, int digits) {
    return switch (type.kind()) {
      case TEXT, COMPRESSED_TEXT -> TEXT;
      case INT -> digits < 2 ? 7 : 42;
      case LONG -> digits < 2 ? 7L : 42L;
      case DECIMAL -> BigDecimal.valueOf(1, type.scale());
      case BOOLEAN -> true;
      case TIMESTAMP -> Instant.parse("2016-02-17T12:00:00Z");
      case BYTES -> Bytes.ofHex("c0ffee");
    };
  }
}
