package org.portolan.bench.load;

import org.portolan.bench.api.Spelled;

/** Whether the store or the generator limited a run. */
public enum Verdict implements Spelled {
  /** The generator kept up: the figures describe the store. */
  KEPT_UP,
  /**
   * All workers were busy when more than one operation in a hundred came due. Latencies are right,
   * since they count from the intended start, but the queue was in the generator: more workers
   * would show whether the store or their number was the limit.
   */
  WORKERS_BUSY,
  /**
   * The generator itself was late or had no processor left: the figures do not describe the store,
   * so draw no conclusion from them.
   */
  CLIENT_BOUND
}
