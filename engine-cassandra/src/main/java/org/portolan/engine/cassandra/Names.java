package org.portolan.engine.cassandra;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * Names in CQL. A column keeps its own name if that is free in its table; otherwise it becomes
 * {@code family_column}. If that name is also taken, it gets underscores at its end. The same
 * schema gives the same names.
 */
final class Names {
  /** The longest name of a table that every version of Cassandra accepts. */
  private static final int TABLE_LENGTH_MAX = 48;

  private static final int HASH_LENGTH = 8;

  private final Set<String> taken = new HashSet<>();

  /** Returns and takes {@code name}, or its replacement if it is taken. */
  String take(String name, String family) {
    if (taken.add(name)) {
      return name;
    }
    StringBuilder other = new StringBuilder(family).append('_').append(name);
    while (!taken.add(other.toString())) {
      other.append('_');
    }
    return other.toString();
  }

  /** Takes a name that is used nowhere else, as it is or with underscores at its end. */
  String take(String name) {
    StringBuilder other = new StringBuilder(name);
    while (!taken.add(other.toString())) {
      other.append('_');
    }
    return other.toString();
  }

  /** Returns the CQL table of a family of items. */
  static String table(String table, String family) {
    String name = table + "_" + family;
    if (name.length() <= TABLE_LENGTH_MAX) {
      return name;
    }
    CRC32 hash = new CRC32();
    hash.update(name.getBytes(StandardCharsets.UTF_8));
    return name.substring(0, TABLE_LENGTH_MAX - HASH_LENGTH - 1)
        + String.format("_%08x", hash.getValue());
  }

  static String quote(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** Returns a text as a constant of CQL. */
  static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
