package org.portolan.dump;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.Optional;
import org.portolan.data.Store;

/**
 * The progress of an import, as a note in its store. Everything before it is in the store, durably;
 * rows behind it may be.
 *
 * @param dump the identity of the dump
 * @param segments the number of segments that are imported
 * @param lines the lines of the next segment that are imported
 * @param finished whether the import has ended
 */
record ImportState(String dump, int segments, long lines, boolean finished) {
  private static final String NOTE = "import";

  static Optional<ImportState> read(Store store) {
    return store.note(NOTE).map(text -> parse(store, text));
  }

  private static ImportState parse(Store store, String text) {
    try {
      return Manifest.JSON.readValue(text, ImportState.class);
    } catch (JsonProcessingException e) {
      throw new DumpException(
          "cannot import into "
              + store.uri()
              + ": the place of an earlier import cannot be read; import with the release that"
              + " began it, or into a new store",
          e);
    }
  }

  void write(Store store) {
    store.note(NOTE, Manifest.json(this));
  }
}
