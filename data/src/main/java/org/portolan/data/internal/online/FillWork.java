package org.portolan.data.internal.online;

import java.util.function.Function;
import org.portolan.data.EvolveOptions;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.pace.OperationTimes;
import org.portolan.data.internal.pace.Pace;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.engine.Engine;

/**
 * What the long work of a step has: a pace that gives way to operations, and checkpoints in the
 * store.
 *
 * @param times of the operations to which the work gives way
 */
record FillWork(Engine engine, OperationTimes times, EvolveOptions options) {
  /** Returns whether the engine is in this process, where a page is no round trip. */
  boolean isLocal() {
    return engine.capabilities().local();
  }

  StoreRuntime runtime() {
    return options.runtime();
  }

  /** Returns what the work returns, which hears of operations meanwhile. */
  <T> T paced(Function<Pace, T> work) {
    times.listen();
    try {
      return work.apply(Pace.of(options.pace(), runtime(), times, isLocal()));
    } finally {
      times.stop();
    }
  }

  /**
   * Returns the checkpoints of a backfill.
   *
   * @param name of the text that has the last one
   * @param epoch of the step
   */
  StoredCheckpoints checkpoints(String name, long epoch) {
    return new StoredCheckpoints(new StoreMeta(engine), name, epoch, runtime());
  }
}
