package org.portolan.migrate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.portolan.types.Bytes;

/**
 * The file of the rows that were not moved: a line of JSON for each, with its table, its key, the
 * column and the reason, and all its values. The file is made by the first of them. Thread-safe.
 */
final class Rejects implements AutoCloseable {
  private static final JsonFactory JSON = new JsonFactory();

  private final Path file;
  private final boolean append;
  private OutputStream out;
  private long count;

  /**
   * @param append whether the file may exist already
   * @throws MigrateException if it exists and must not
   */
  Rejects(Path file, boolean append) {
    this.file = file;
    this.append = append;
    if (!append && Files.exists(file)) {
      throw new MigrateException(
          "cannot write rejected rows to "
              + file
              + ": the file exists; move it away, or name another by --rejects");
    }
  }

  /**
   * Writes a row.
   *
   * @param column of the table or the design; empty if no single one is to blame
   */
  synchronized void add(
      String table,
      List<String> keyColumns,
      String column,
      String reason,
      List<String> columns,
      Object[] values) {
    try {
      if (out == null) {
        if (append) {
          TornLine.mend(file);
        }
        out =
            append
                ? Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)
                : Files.newOutputStream(file, StandardOpenOption.CREATE_NEW);
        out = new BufferedOutputStream(out);
      }
      try (JsonGenerator json = JSON.createGenerator(out)) {
        json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        json.disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
        json.writeStartObject();
        json.writeStringField("table", table);
        json.writeObjectFieldStart("key");
        for (int place = 0; place < columns.size(); place++) {
          if (keyColumns.contains(columns.get(place))) {
            json.writeFieldName(columns.get(place));
            write(json, values[place]);
          }
        }
        json.writeEndObject();
        json.writeStringField("column", column);
        json.writeStringField("reason", reason);
        json.writeObjectFieldStart("values");
        for (int place = 0; place < columns.size(); place++) {
          json.writeFieldName(columns.get(place));
          write(json, values[place]);
        }
        json.writeEndObject();
        json.writeEndObject();
      }
      out.write('\n');
      count++;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write rejected rows to " + file, e);
    }
  }

  private static void write(JsonGenerator json, Object value) throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof Boolean truth) {
      json.writeBoolean(truth);
    } else if (value instanceof Integer || value instanceof Long) {
      json.writeNumber(((Number) value).longValue());
    } else if (value instanceof BigDecimal number) {
      json.writeString(number.toPlainString());
    } else if (value instanceof Collection<?> elements) {
      json.writeStartArray();
      for (Object element : elements) {
        write(json, element);
      }
      json.writeEndArray();
    } else if (value instanceof Map<?, ?> fields) {
      json.writeStartObject();
      for (Map.Entry<?, ?> field : fields.entrySet()) {
        json.writeFieldName(field.getKey().toString());
        write(json, field.getValue());
      }
      json.writeEndObject();
    } else if (value instanceof Bytes bytes) {
      json.writeBinary(bytes.unsafeArray());
    } else {
      json.writeString(value.toString());
    }
  }

  /** Hands what was written to the operating system. */
  synchronized void flush() {
    try {
      if (out != null) {
        out.flush();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write rejected rows to " + file, e);
    }
  }

  synchronized long count() {
    return count;
  }

  Path file() {
    return file;
  }

  @Override
  public synchronized void close() {
    try {
      if (out != null) {
        out.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write rejected rows to " + file, e);
    }
  }
}
