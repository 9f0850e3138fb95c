package org.portolan.bench.load;

import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Text;

/** Follows the preparation of a workload. Called by one thread at a time. */
@FunctionalInterface
public interface Progress {
  /** Ignores progress. */
  Progress NONE = (done, total, unit) -> {};

  /** Returns a listener that shows progress as a line. */
  static Progress shownBy(LiveLine live) {
    return (done, total, unit) ->
        live.show(
            total == 0
                ? Text.format("prepare: %,d %s", done, unit)
                : Text.format("prepare: %,d of %,d %s", done, total, unit));
  }

  /**
   * Reports the progress.
   *
   * @param done the number prepared so far
   * @param total the number at the end; 0 if it is not known
   * @param unit the counted things, in the plural, for example {@code rows}
   */
  void reached(long done, long total, String unit);
}
