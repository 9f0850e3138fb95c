package org.portolan.engine.ignite;

import java.util.Map;
import java.util.TreeMap;
import org.portolan.engine.EngineException;

/**
 * The properties of a store, kept beside the schemas of its tables as lines {@code name value}.
 *
 * @param backups the backups of its caches
 * @param servers the size of the largest baseline seen at an opening
 */
record StoreInfo(int backups, int servers) {
  /** The key under which it is kept; no table has this name. */
  static final String KEY = "#store";

  private static final int FORMAT = 1;

  String text() {
    return "format " + FORMAT + "\nbackups " + backups + "\nservers " + servers + "\n";
  }

  /**
   * @throws EngineException if a newer version wrote it or it is damaged
   */
  static StoreInfo parse(String store, String text) {
    Map<String, Integer> values = new TreeMap<>();
    for (String line : text.lines().toList()) {
      if (!line.matches("[a-z]+ \\d{1,9}")) {
        throw new EngineException(
            "the stored properties of " + store + " are damaged: unexpected line '" + line + "'");
      }
      String[] parts = line.split(" ", 2);
      values.put(parts[0], Integer.parseInt(parts[1]));
    }
    if (!Integer.valueOf(FORMAT).equals(values.get("format"))) {
      throw new EngineException(
          store
              + " has format "
              + values.get("format")
              + ", not "
              + FORMAT
              + "; use the release of Portolan that wrote it");
    }
    return new StoreInfo(values.getOrDefault("backups", 0), values.getOrDefault("servers", 1));
  }
}
