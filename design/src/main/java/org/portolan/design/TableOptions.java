package org.portolan.design;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * How engines are to keep a table: {@code hbase.compression: gz}. Each name begins with the scheme
 * of the engine that it is for and a dot; other engines ignore it. They are obeyed when a table is
 * created and say nothing of what it holds.
 */
public final class TableOptions {
  private TableOptions() {}

  /** Returns the options by their names in order, so that a design is written in one way. */
  static Map<String, String> sorted(Map<String, String> options) {
    return Collections.unmodifiableMap(new TreeMap<>(options));
  }
}
