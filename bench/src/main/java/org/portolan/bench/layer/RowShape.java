package org.portolan.bench.layer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.types.Column;
import org.portolan.types.KeyCodec;
import org.portolan.types.KeyColumn;
import org.portolan.types.RowCodec;
import org.portolan.types.ScalarType;

/**
 * The measured rows: a long as key, a version that is counted up, and fields of random text; by
 * default ten fields of 100 bytes, as in YCSB.
 */
final class RowShape {
  static final String ENTITY = "rows";
  static final String FAMILY = "fields";
  static final String VERSION = "version";
  private static final int POOL = 1_024;

  private final List<String> fields = new ArrayList<>();
  private final String[] pool = new String[POOL];

  RowShape(int fieldCount, int valueBytes, long seed) {
    for (int field = 0; field < fieldCount; field++) {
      fields.add("field" + field);
    }
    SplittableRandom random = new SplittableRandom(seed);
    for (int index = 0; index < POOL; index++) {
      StringBuilder text = new StringBuilder();
      while (text.length() < valueBytes) {
        text.append((char) ('!' + random.nextInt(90)));
      }
      pool[index] = text.toString();
    }
  }

  Design design() {
    return design("plain");
  }

  /**
   * @param keyLayout as a design spells it
   */
  Design design(String keyLayout) {
    StringBuilder text = new StringBuilder();
    text.append("format: 1\ndesign: data-layer-benchmark\nentities:\n");
    text.append("  " + ENTITY + ":\n    key: {id: long}\n");
    text.append("    key-layout: ").append(keyLayout).append("\n    families:\n");
    text.append("      " + FAMILY + ":\n        " + VERSION + ": long\n");
    fields.forEach(field -> text.append("        ").append(field).append(": text\n"));
    return DesignReader.read(text.toString(), "the benchmark's design");
  }

  KeyCodec keyCodec() {
    return KeyCodec.of(KeyColumn.of("id", ScalarType.LONG));
  }

  RowCodec rowCodec() {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column(VERSION, ScalarType.LONG));
    fields.forEach(field -> columns.add(new Column(field, ScalarType.TEXT)));
    return new RowCodec(columns);
  }

  /** Returns a row in the form of the data layer. */
  Map<String, Object> named(long version, SplittableRandom random) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put(VERSION, version);
    int start = random.nextInt(POOL);
    for (int field = 0; field < fields.size(); field++) {
      values.put(fields.get(field), pool[(start + field) % POOL]);
    }
    return values;
  }

  /** Returns a row in the form of the codec. */
  Object[] positional(long version, SplittableRandom random) {
    Object[] values = new Object[fields.size() + 1];
    values[0] = version;
    int start = random.nextInt(POOL);
    for (int field = 0; field < fields.size(); field++) {
      values[field + 1] = pool[(start + field) % POOL];
    }
    return values;
  }
}
