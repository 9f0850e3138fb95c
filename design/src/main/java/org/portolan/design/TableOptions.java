package org.portolan.design;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * How engines should keep a table, for example {@code hbase.compression: gz}. Each name begins with
 * an engine's scheme and a dot; other engines ignore it. Options take effect when a table is
 * created and do not affect its content.
 */
public final class TableOptions {
  private TableOptions() {}

  /** Returns the options sorted by name, so that equal designs are written as equal texts. */
  static Map<String, String> sorted(Map<String, String> options) {
    return Collections.unmodifiableMap(new TreeMap<>(options));
  }
}
