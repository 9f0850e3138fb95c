package org.portolan.migrate;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.portolan.data.Store;

/**
 * Notes in a store that the application was told to switch to it. From then on the store has the
 * newer state, and a copy of the database would put the older one over it.
 */
public final class SwitchNote {
  private static final String NOTE = "switched";

  private SwitchNote() {}

  /** Keeps the note, durably. */
  public static void keep(Store store) {
    store.note(NOTE, Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
  }

  /**
   * Refuses to copy into a store that an application was told to switch to.
   *
   * @param allowed whether somebody says that it may be done. The note stays until {@link #forget},
   *     since the copy may still be refused, or die
   * @throws MigrateException if it may not
   */
  public static void requireNone(Store store, boolean allowed) {
    Optional<String> switched = store.note(NOTE).filter(found -> !found.isEmpty());
    if (switched.isEmpty()) {
      return;
    }
    if (!allowed) {
      throw new MigrateException(
          "cannot migrate into "
              + store.uri()
              + ": the application was told to switch to it ("
              + switched.get()
              + "), and what it has written there since would be lost; name an empty store, or, if"
              + " the application did not switch, give --after-switch");
    }
  }

  /** Forgets the note, if there is one: the store has the state of the database again. */
  public static void forget(Store store) {
    if (store.note(NOTE).filter(found -> !found.isEmpty()).isPresent()) {
      store.note(NOTE, "");
    }
  }
}
