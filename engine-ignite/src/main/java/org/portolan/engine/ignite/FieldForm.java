package org.portolan.engine.ignite;

import java.math.BigDecimal;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.portolan.engine.CapabilityException;
import org.portolan.types.Bytes;
import org.portolan.types.CollectionType;
import org.portolan.types.Column;
import org.portolan.types.RowCodec;
import org.portolan.types.ScalarType;
import org.portolan.types.Values;

/**
 * The form of values in the fields of Ignite's binary objects: Java's own types, so that any client
 * can read them. Text is a String, a timestamp a {@link Timestamp}, bytes are an array, a set or
 * list is a List in order; compressed text is the encoding by {@link RowCodec} of a row of this
 * column alone. Immutable.
 */
final class FieldForm {
  private final Column column;
  private final RowCodec compressed;

  FieldForm(Column column) {
    this.column = column;
    compressed = isCompressed(column) ? RowCodec.of(column) : null;
  }

  private static boolean isCompressed(Column column) {
    return column.type() instanceof ScalarType scalar
        && scalar.kind() == ScalarType.Kind.COMPRESSED_TEXT;
  }

  String name() {
    return column.name();
  }

  /** Returns the class of the field for Ignite, which needs it even if the value is null. */
  Class<?> fieldClass() {
    if (column.type() instanceof CollectionType) {
      return Collection.class;
    }
    return switch (((ScalarType) column.type()).kind()) {
      case TEXT -> String.class;
      case INT -> Integer.class;
      case LONG -> Long.class;
      case DECIMAL -> BigDecimal.class;
      case BOOLEAN -> Boolean.class;
      case TIMESTAMP -> Timestamp.class;
      case COMPRESSED_TEXT, BYTES -> byte[].class;
    };
  }

  /** Returns the field of a checked value. */
  Object toField(Object value) {
    if (value == null) {
      return null;
    }
    if (compressed != null) {
      return compressed.encode(List.of(value));
    }
    if (column.type() instanceof CollectionType) {
      List<Object> elements = new ArrayList<>(((Collection<?>) value).size());
      for (Object element : (Collection<?>) value) {
        elements.add(scalarToField(element));
      }
      return elements;
    }
    return scalarToField(value);
  }

  private static Object scalarToField(Object value) {
    if (value instanceof Instant instant) {
      return Timestamp.from(instant);
    }
    return value instanceof Bytes bytes ? bytes.toArray() : value;
  }

  Object fromField(Object field) {
    if (field == null) {
      return null;
    }
    if (compressed != null) {
      return compressed.decode((byte[]) field)[0];
    }
    if (column.type() instanceof CollectionType type) {
      List<Object> elements = new ArrayList<>(((Collection<?>) field).size());
      for (Object element : (Collection<?>) field) {
        elements.add(scalarFromField(element));
      }
      boolean set = type.kind() == CollectionType.Kind.SET;
      return Values.check(column, set ? new LinkedHashSet<>(elements) : elements);
    }
    return scalarFromField(field);
  }

  private static Object scalarFromField(Object field) {
    if (field instanceof Timestamp timestamp) {
      return timestamp.toInstant();
    }
    return field instanceof byte[] bytes ? Bytes.wrap(bytes) : field;
  }

  /**
   * Refuses names that Ignite treats as the same field: it distinguishes them by the hash of the
   * name in lower case.
   */
  static void requireDistinct(String owner, List<String> names) {
    Set<Integer> ids = new HashSet<>();
    for (String name : names) {
      if (!ids.add(name.toLowerCase(Locale.ROOT).hashCode())) {
        throw new CapabilityException(
            "'"
                + name
                + "' of "
                + owner
                + " differs from another name there only in case, but Ignite ignores case;"
                + " rename it");
      }
    }
  }
}
