package org.portolan.follow;

import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.portolan.types.Bytes;

/**
 * Reads the structures of Kafka Connect, in which Debezium gives its records, without their
 * classes: these are in a class loader of their own. Thread-safe.
 */
final class ConnectValues {
  private final Class<?> struct;
  private final Method schema;
  private final Method get;
  private final Method fields;
  private final Method fieldName;
  private final Method fieldSchema;
  private final Method schemaName;

  ConnectValues(ClassLoader loader) throws ReflectiveOperationException {
    struct = loader.loadClass("org.apache.kafka.connect.data.Struct");
    Class<?> schemaClass = loader.loadClass("org.apache.kafka.connect.data.Schema");
    Class<?> field = loader.loadClass("org.apache.kafka.connect.data.Field");
    schema = struct.getMethod("schema");
    get = struct.getMethod("get", String.class);
    fields = schemaClass.getMethod("fields");
    fieldName = field.getMethod("name");
    fieldSchema = field.getMethod("schema");
    schemaName = schemaClass.getMethod("name");
  }

  /** Returns the fields of a structure; none if it is null or no structure. */
  Map<String, Object> fields(Object value) throws ReflectiveOperationException {
    Map<String, Object> all = new LinkedHashMap<>();
    if (!struct.isInstance(value)) {
      return all;
    }
    for (Object field : (List<?>) fields.invoke(schema.invoke(value))) {
      String name = (String) fieldName.invoke(field);
      String logical = (String) schemaName.invoke(fieldSchema.invoke(field));
      all.put(name, plain(get.invoke(value, name), logical == null ? "" : logical));
    }
    return all;
  }

  /** Returns a value in the class in which a copy reads it. */
  private static Object plain(Object value, String logical) {
    if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return Bytes.wrap(bytes);
    }
    if (value instanceof byte[] bytes) {
      return Bytes.wrap(bytes);
    }
    if (value instanceof String text && logical.endsWith(".ZonedTimestamp")) {
      return OffsetDateTime.parse(text).toInstant();
    }
    if (!(value instanceof Byte
        || value instanceof Short
        || value instanceof Integer
        || value instanceof Long)) {
      return value;
    }
    long number = ((Number) value).longValue();
    if (logical.equals("io.debezium.time.Date")) {
      return LocalDate.ofEpochDay(number);
    }
    if (logical.equals("io.debezium.time.Timestamp")) {
      return local(Instant.ofEpochMilli(number));
    }
    if (logical.equals("io.debezium.time.MicroTimestamp")) {
      return local(Instant.EPOCH.plus(number, ChronoUnit.MICROS));
    }
    return number;
  }

  private static LocalDateTime local(Instant moment) {
    return LocalDateTime.ofInstant(moment, ZoneOffset.UTC);
  }
}
