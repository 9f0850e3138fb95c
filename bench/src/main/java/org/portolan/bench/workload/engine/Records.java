package org.portolan.bench.workload.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.portolan.bench.random.Fnv;
import org.portolan.bench.workload.engine.Mix.RecordShape;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/**
 * Records of YCSB's shape, keyed like YCSB's: "user" and the hash of the record's number. All
 * fields are one family of columns, which is written whole. Each value names its key, version and
 * field, and is filled up with text that follows from these, so that any other value is detected. A
 * value of fewer than {@value #NAMED_BYTES_MIN} bytes has room only for letters that follow from
 * key and field. Immutable and thread-safe.
 */
final class Records {
  static final String FAMILY = "family";

  /** Longer than the longest name of a value. */
  static final int NAMED_BYTES_MIN = 72;

  private static final int FILLER_CHARACTERS = 1 << 16;
  private static final String LETTERS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  private static final String FILLER = filler();

  private final RecordShape shape;
  private final TableSchema schema;

  Records(RecordShape shape) {
    this.shape = shape;
    boolean ycsb = shape.equals(new RecordShape(10, 100));
    List<Column> columns =
        IntStream.range(0, shape.fields())
            .mapToObj(field -> new Column("field" + field, ScalarType.TEXT))
            .toList();
    this.schema =
        new TableSchema(
            ycsb ? "usertable" : "usertable_" + shape.fields() + "x" + shape.fieldBytes(),
            List.of(KeyColumn.of("ycsb_key", ScalarType.TEXT)),
            1,
            List.of(new ColumnFamily(FAMILY, columns)),
            splitPoints());
  }

  /** Nine regions of about the same size: hashes have up to 19 digits, and most have 19. */
  private static List<Tuple> splitPoints() {
    return IntStream.rangeClosed(2, 9).mapToObj(digit -> Tuple.of("user" + digit)).toList();
  }

  private static String filler() {
    StringBuilder text = new StringBuilder(FILLER_CHARACTERS);
    SplittableRandom random = new SplittableRandom(FILLER_CHARACTERS);
    while (text.length() < FILLER_CHARACTERS) {
      text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return text.toString();
  }

  TableSchema schema() {
    return schema;
  }

  boolean named() {
    return shape.fieldBytes() >= NAMED_BYTES_MIN;
  }

  static String key(long number) {
    return "user" + Fnv.hash(number);
  }

  /** Returns the read of a whole record. */
  Get get(String key) {
    return Get.of(schema.name(), Tuple.of(key), FamilyRead.all(FAMILY));
  }

  /** Returns the write of a whole record. */
  Mutation put(String key, Version version) {
    List<Object> values = new ArrayList<>(shape.fields());
    for (int field = 0; field < shape.fields(); field++) {
      values.add(value(key, version, field));
    }
    return Mutation.of(schema.name(), Tuple.of(key), new Change.PutColumns(FAMILY, values));
  }

  /** The result of inspecting a record: its version, or its error. */
  record Finding(Optional<Version> version, String wrong) {
    static final Finding UNVERSIONED = new Finding(Optional.empty(), "");

    boolean isRight() {
      return wrong.isEmpty();
    }

    static Finding wrong(String what) {
      return new Finding(Optional.empty(), what);
    }
  }

  /** Verifies that a record was written under its key, and finds its version. */
  Finding inspect(Row row) {
    String key = row.key().text(0);
    List<Object> values = row.columns().get(FAMILY);
    if (values == null || values.size() != shape.fields()) {
      return Finding.wrong("record " + key + " has other fields than it was written with");
    }
    if (!named()) {
      return inspectTiny(key, values);
    }
    Version version = null;
    for (int field = 0; field < values.size(); field++) {
      String value = String.valueOf(values.get(field));
      Version found = versionOf(key, value);
      if (found == null || !value.equals(value(key, found, field))) {
        return Finding.wrong("field" + field + " of record " + key + " holds '" + value + "'");
      }
      if (version != null && !version.equals(found)) {
        return Finding.wrong(
            "record " + key + " is torn: it has fields of versions " + version + " and " + found);
      }
      version = found;
    }
    return new Finding(Optional.ofNullable(version), "");
  }

  private Finding inspectTiny(String key, List<Object> values) {
    for (int field = 0; field < values.size(); field++) {
      String value = String.valueOf(values.get(field));
      if (!value.equals(tiny(key, field))) {
        return Finding.wrong("field" + field + " of record " + key + " holds '" + value + "'");
      }
    }
    return Finding.UNVERSIONED;
  }

  private String value(String key, Version version, int field) {
    if (!named()) {
      return tiny(key, field);
    }
    StringBuilder value = new StringBuilder(shape.fieldBytes());
    value.append(key).append(' ').append(version.run()).append('.').append(version.number());
    value.append(' ').append(field).append(' ');
    return fill(value, value.toString().hashCode());
  }

  private String tiny(String key, int field) {
    return fill(new StringBuilder(shape.fieldBytes()), (key + field).hashCode());
  }

  private String fill(StringBuilder value, int from) {
    int place = from & (FILLER_CHARACTERS - 1);
    while (value.length() < shape.fieldBytes()) {
      int end = Math.min(FILLER_CHARACTERS, place + shape.fieldBytes() - value.length());
      value.append(FILLER, place, end);
      place = 0;
    }
    return value.toString();
  }

  /** Returns the version that a value names; null if it names no version or another key. */
  private static Version versionOf(String key, String value) {
    int start = key.length() + 1;
    int end = value.indexOf(' ', start);
    int dot = value.indexOf('.', start);
    if (end < 0 || dot < 0 || dot > end || !value.startsWith(key)) {
      return null;
    }
    try {
      return new Version(
          Long.parseLong(value, start, dot, 10), Integer.parseInt(value, dot + 1, end, 10));
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
