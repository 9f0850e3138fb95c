package org.portolan.data.internal;

import java.util.Optional;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.schema.StoreMeta;

/**
 * Texts under names in the table of the store's own state. A line with a random number follows each
 * text, because no two writes of {@link StoreMeta} may have the same content.
 */
record Notes(StoreMeta meta, StoreRuntime runtime) {
  /** Keeps the names of notes apart from those of the store itself. */
  private static final String PREFIX = "note ";

  Optional<String> read(String name) {
    return meta.readSurely(PREFIX + name)
        .map(content -> content.substring(0, content.lastIndexOf('\n')));
  }

  void write(String name, String text) {
    meta.write(PREFIX + name, text + "\n" + Long.toHexString(runtime.random().nextLong()));
  }
}
