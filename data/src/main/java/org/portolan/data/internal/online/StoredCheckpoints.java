package org.portolan.data.internal.online;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.internal.backfill.IndexBackfill;
import org.portolan.data.internal.schema.StoreMeta;

/**
 * Keeps every few seconds in the store how far a backfill is, so that another process can go on.
 * Used by one thread.
 */
final class StoredCheckpoints implements Consumer<String> {
  private static final Duration BETWEEN = Duration.ofSeconds(2);

  private final StoreMeta meta;
  private final String name;
  private final long epoch;
  private final StoreRuntime runtime;
  private Stopwatch last;

  /**
   * @param name of the text that has the checkpoint
   * @param epoch of the step in which the backfill is made; a checkpoint of another one counts for
   *     nothing
   */
  StoredCheckpoints(StoreMeta meta, String name, long epoch, StoreRuntime runtime) {
    this.meta = meta;
    this.name = name;
    this.epoch = epoch;
    this.runtime = runtime;
    this.last = runtime.stopwatch();
  }

  /** Returns the last checkpoint, or {@link IndexBackfill#START}. */
  String read() {
    Optional<String> text = meta.read(name).filter(found -> found.startsWith(epoch + " "));
    return text.map(found -> found.substring(found.indexOf(' ') + 1)).orElse(IndexBackfill.START);
  }

  @Override
  public void accept(String reached) {
    if (last.exceeds(BETWEEN)) {
      meta.write(name, epoch + " " + reached);
      last = runtime.stopwatch();
    }
  }
}
