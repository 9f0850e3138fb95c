package org.portolan.data.history;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.portolan.design.EntityDesign;
import org.portolan.design.IndexDesign;
import org.portolan.types.Bytes;
import org.portolan.types.CollectionType;
import org.portolan.types.Column;
import org.portolan.types.ColumnType;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** Values from small pools, so that a short history uses the same rows and values again. */
public final class RandomValues {
  private static final List<String> NAMES = List.of("anna", "bob", "carl", "Alpha", "ALPHA", "a");

  /** Some weeks, so that times are in different months and some in the same year. */
  private static final long TIMES_APART = 3_000_000;

  private final Random random;

  public RandomValues(Random random) {
    this.random = random;
  }

  public Tuple key(List<KeyColumn> columns) {
    List<Object> values = new ArrayList<>();
    for (KeyColumn column : columns) {
      values.add(column.nullable() && random.nextInt(5) == 0 ? null : scalar(column.type()));
    }
    return new Tuple(values);
  }

  private Object scalar(ScalarType type) {
    return switch (type.kind()) {
      case TEXT -> NAMES.get(random.nextInt(NAMES.size()));
      case COMPRESSED_TEXT -> "word ".repeat(random.nextInt(100));
      case INT -> random.nextInt(6);
      case LONG -> (long) random.nextInt(6);
      case DECIMAL -> BigDecimal.valueOf(random.nextInt(5) - 2, type.scale());
      case BOOLEAN -> random.nextBoolean();
      case TIMESTAMP -> Instant.ofEpochSecond(1_200_000_000L + TIMES_APART * random.nextInt(3));
      case BYTES -> Bytes.wrap(new byte[] {0, (byte) random.nextInt(-2, 2)});
    };
  }

  Object value(ColumnType type) {
    if (random.nextInt(5) == 0) {
      return null;
    }
    if (type instanceof ScalarType scalar) {
      return scalar(scalar);
    }
    CollectionType collection = (CollectionType) type;
    List<Object> elements = new ArrayList<>();
    int size = random.nextInt(5);
    for (int element = 0; element < size; element++) {
      elements.add(scalar(collection.element()));
    }
    return collection.kind() == CollectionType.Kind.SET ? new HashSet<>(elements) : elements;
  }

  /** Returns a text, or each text of a set or list, with its letters in the other case. */
  public static Object respelt(Object value) {
    if (value instanceof String text) {
      String upper = text.toUpperCase(Locale.ROOT);
      return upper.equals(text) ? text.toLowerCase(Locale.ROOT) : upper;
    }
    if (value instanceof Set<?> set) {
      return set.stream().map(RandomValues::respelt).collect(Collectors.toSet());
    }
    return value instanceof List<?> list
        ? list.stream().map(RandomValues::respelt).toList()
        : value;
  }

  public Map<String, Object> row(EntityDesign entity) {
    return values(entity.columns().toList(), 0.8);
  }

  /**
   * Returns a row that no rule over several rows refuses, as far as its key admits: no column of a
   * unique index or of a reference has a value.
   */
  public Map<String, Object> rowWithoutRivals(EntityDesign entity) {
    Map<String, Object> values = row(entity);
    entity.indexes().stream()
        .filter(IndexDesign::unique)
        .forEach(index -> index.on().forEach(values::remove));
    entity.references().forEach(reference -> reference.on().forEach(values::remove));
    return values;
  }

  public Map<String, Object> changes(EntityDesign entity) {
    return values(entity.columns().toList(), 0.3);
  }

  public Map<String, Object> values(List<Column> columns, double share) {
    Map<String, Object> values = new HashMap<>();
    for (Column column : columns) {
      if (random.nextDouble() < share) {
        values.put(column.name(), value(column.type()));
      }
    }
    return values;
  }

  /** Returns a value under which an index on these columns may list rows. */
  public Tuple indexed(EntityDesign entity, List<String> on) {
    List<Object> values = new ArrayList<>();
    for (String name : on) {
      ScalarType type =
          entity.key().stream()
              .filter(column -> column.name().equals(name))
              .map(KeyColumn::type)
              .findFirst()
              .orElseGet(() -> entity.column(name).orElseThrow().type().element());
      values.add(scalar(type));
    }
    return new Tuple(values);
  }
}
