package org.portolan.design;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * How engines are to keep a table: {@code hbase.compression: gz}. Each name begins with an engine's
 * scheme and a dot; other engines ignore it. Options take effect when a table is created and do not
 * affect its content.
 */
public final class TableOptions {
  private TableOptions() {}

  /** Returns the options sorted by name, so that the same design is always written alike. */
  static Map<String, String> sorted(Map<String, String> options) {
    return Collections.unmodifiableMap(new TreeMap<>(options));
  }
}
