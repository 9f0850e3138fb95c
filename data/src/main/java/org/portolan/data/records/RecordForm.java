package org.portolan.data.records;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.portolan.data.NamedValues;
import org.portolan.types.CollectionType;
import org.portolan.types.Column;
import org.portolan.types.ColumnType;
import org.portolan.types.KeyColumn;
import org.portolan.types.Tuple;

/**
 * How a record holds a key and columns: each component is the key column or column of its name,
 * {@code placedAt} of {@code placed_at}, or that of its {@link ColumnName}. Immutable and
 * thread-safe.
 */
final class RecordForm<R extends Record> {
  private static final Map<Class<?>, Class<?>> BOXES =
      Map.of(int.class, Integer.class, long.class, Long.class, boolean.class, Boolean.class);

  /** A component, and its place in the key, or -1 for a column. */
  private record Part(String column, int keyPosition, ColumnType type, Method accessor) {}

  private final Class<R> type;
  private final String owner;
  private final Constructor<R> constructor;
  private final List<Part> parts = new ArrayList<>();
  private final Part[] keyParts;
  private final List<String> unnamed;

  /**
   * @param owner the entity or collection, for messages
   * @throws IllegalArgumentException if the record does not fit; the message lists every reason
   */
  RecordForm(Class<R> type, String owner, List<KeyColumn> key, List<Column> columns) {
    this.type = type;
    this.owner = owner;
    this.keyParts = new Part[key.size()];
    Map<String, ColumnType> types = new LinkedHashMap<>();
    key.forEach(column -> types.put(column.name(), column.type()));
    columns.forEach(column -> types.put(column.name(), column.type()));
    List<String> keyNames = key.stream().map(KeyColumn::name).toList();
    List<String> faults = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      String name = columnName(component);
      ColumnType columnType = types.get(name);
      if (columnType == null) {
        faults.add("there is no column '" + name + "', only " + types.keySet());
        continue;
      }
      String wanted = wantedType(component, columnType);
      if (!wanted.isEmpty()) {
        faults.add(
            "component '"
                + component.getName()
                + "' is "
                + component.getGenericType().getTypeName()
                + ", but the column is "
                + columnType.spelling()
                + ", which is "
                + wanted);
      }
      if (parts.stream().anyMatch(part -> part.column().equals(name))) {
        faults.add("two components are the column '" + name + "'");
      }
      component.getAccessor().setAccessible(true);
      Part part = new Part(name, keyNames.indexOf(name), columnType, component.getAccessor());
      parts.add(part);
      if (part.keyPosition() >= 0) {
        keyParts[part.keyPosition()] = part;
      }
    }
    Set<String> missing = new LinkedHashSet<>(types.keySet());
    parts.forEach(part -> missing.remove(part.column()));
    keyNames.stream()
        .filter(missing::remove)
        .forEach(name -> faults.add("it has no component for the key column '" + name + "'"));
    if (!faults.isEmpty()) {
      throw new IllegalArgumentException(
          "record "
              + type.getSimpleName()
              + " does not fit "
              + owner
              + ": "
              + String.join("; ", faults));
    }
    unnamed = List.copyOf(missing);
    constructor = constructor(type);
  }

  private static <R> Constructor<R> constructor(Class<R> type) {
    Class<?>[] components =
        Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      Constructor<R> constructor = type.getDeclaredConstructor(components);
      constructor.setAccessible(true);
      return constructor;
    } catch (NoSuchMethodException e) {
      throw new LinkageError("every record has a canonical constructor", e);
    }
  }

  private static String columnName(RecordComponent component) {
    ColumnName given = component.getAnnotation(ColumnName.class);
    return given != null
        ? given.value()
        : component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }

  /** Returns the Java type that a component should have, for people; empty if it has it. */
  private static String wantedType(RecordComponent component, ColumnType columnType) {
    Class<?> element = columnType.element().kind().javaClass();
    Class<?> given = BOXES.getOrDefault(component.getType(), component.getType());
    if (columnType instanceof CollectionType collection) {
      Class<?> wanted = collection.kind() == CollectionType.Kind.SET ? Set.class : List.class;
      boolean ofElements =
          component.getGenericType() instanceof ParameterizedType parameterized
              && parameterized.getActualTypeArguments()[0].equals((Type) element);
      return given == wanted && ofElements
          ? ""
          : wanted.getSimpleName() + "<" + element.getSimpleName() + ">";
    }
    return given == element ? "" : element.getSimpleName();
  }

  /** Returns the columns of the record, without the key. */
  List<String> columns() {
    return parts.stream().filter(part -> part.keyPosition() < 0).map(Part::column).toList();
  }

  Tuple key(R row) {
    List<Object> key = new ArrayList<>(keyParts.length);
    for (Part part : keyParts) {
      key.add(value(part, row));
    }
    return new Tuple(key);
  }

  /** Returns the values of the columns, those that are null included. */
  Map<String, Object> values(R row) {
    Map<String, Object> values = new HashMap<>();
    for (Part part : parts) {
      if (part.keyPosition() < 0) {
        values.put(part.column(), value(part, row));
      }
    }
    return values;
  }

  /**
   * Checks that a write of all columns would lose none.
   *
   * @throws IllegalStateException if the record lacks some
   */
  void requireAllColumns() {
    if (!unnamed.isEmpty()) {
      throw new IllegalStateException(
          "a put replaces all columns of "
              + owner
              + ", but record "
              + type.getSimpleName()
              + " has none of "
              + unnamed
              + ": it would make them null; update, or add the components");
    }
  }

  private static Object value(Part part, Record row) {
    try {
      return part.accessor().invoke(row);
    } catch (IllegalAccessException e) {
      throw new LinkageError("made accessible", e);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(
          "the accessor of '" + part.column() + "' failed", e.getCause());
    }
  }

  /**
   * Makes a record.
   *
   * @throws IllegalStateException if a column is null and its component primitive, or if the
   *     record's own constructor refuses the values
   */
  R make(NamedValues found) {
    Object[] arguments = new Object[parts.size()];
    for (int index = 0; index < arguments.length; index++) {
      Part part = parts.get(index);
      Object value =
          part.keyPosition() >= 0
              ? found.key().get(part.keyPosition())
              : found.value(part.column());
      if (value == null) {
        value = ofNull(part, found.key());
      }
      arguments[index] = value;
    }
    try {
      return constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(
          type.getSimpleName() + " refuses the values of " + owner + " " + found.key(),
          e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("every record can be made", e);
    }
  }

  private Object ofNull(Part part, Tuple key) {
    if (part.type() instanceof CollectionType collection) {
      return collection.kind() == CollectionType.Kind.SET ? Set.of() : List.of();
    }
    if (part.accessor().getReturnType().isPrimitive()) {
      throw new IllegalStateException(
          "column '"
              + part.column()
              + "' of "
              + owner
              + " "
              + key
              + " is null, which "
              + part.accessor().getReturnType()
              + " in "
              + type.getSimpleName()
              + " cannot be");
    }
    return null;
  }
}
