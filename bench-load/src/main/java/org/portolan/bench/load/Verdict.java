package org.portolan.bench.load;

import org.portolan.bench.api.Spelled;

/** What limited a run: whether its figures are the store's or the generator's. */
public enum Verdict implements Spelled {
  /** The generator kept up: the figures are the store's. */
  KEPT_UP,
  /**
   * All workers were busy when more than one operation in a hundred came due. Latencies are right,
   * counted from the intended start, but what queued, queued here: more workers would show whether
   * the store or their number was the limit.
   */
  WORKERS_BUSY,
  /**
   * The generator itself was late or had no processor left: the figures are not the store's, and
   * nothing should be concluded from them.
   */
  CLIENT_BOUND
}
