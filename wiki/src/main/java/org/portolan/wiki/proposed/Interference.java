package org.portolan.wiki.proposed;

import java.util.function.Supplier;
import org.portolan.data.DataException;

/**
 * Another writer changed rows between two reads that belong together, so they must be read again.
 * It cannot happen where the reads show one moment.
 */
final class Interference extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int ATTEMPTS_MAX = 100;

  Interference() {
    super("another writer came in between", null, false, false);
  }

  /**
   * Does work again until no writer comes in between.
   *
   * @throws DataException if one came at every attempt: then the rows rather contradict each other
   */
  static <T> T retried(String what, Supplier<T> work) {
    for (int attempt = 1; ; attempt++) {
      try {
        return work.get();
      } catch (Interference again) {
        if (attempt == ATTEMPTS_MAX) {
          throw new DataException(
              "cannot "
                  + what
                  + ": its rows still contradict each other after "
                  + attempt
                  + " attempts; run 'portolan check'",
              again);
        }
      }
    }
  }
}
