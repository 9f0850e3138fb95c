package org.portolan.bench.load;

import java.util.Locale;
import org.portolan.bench.api.LiveLine;

/** Told how far the preparation of a workload has come. Called by one thread at a time. */
@FunctionalInterface
public interface Progress {
  /** Tells nobody. */
  Progress NONE = (done, total, unit) -> {};

  /** Returns one that shows a line. */
  static Progress shownBy(LiveLine live) {
    return (done, total, unit) ->
        live.show(
            total == 0
                ? String.format(Locale.ROOT, "prepare: %,d %s", done, unit)
                : String.format(Locale.ROOT, "prepare: %,d of %,d %s", done, total, unit));
  }

  /**
   * Says how many there are.
   *
   * @param done how many there are now
   * @param total how many there will be; 0 if that is not known
   * @param unit what is counted, in the plural, for example {@code rows}
   */
  void reached(long done, long total, String unit);
}
