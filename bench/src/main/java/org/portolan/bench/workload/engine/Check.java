package org.portolan.bench.workload.engine;

import org.portolan.bench.api.Spelled;

/** What a workload verifies of what it reads, besides the content. */
enum Check implements Spelled {
  /** That every read is the newest; a stale one is wrong data. */
  VERSIONS,
  /** The same, but stale reads are counted as such: the store may give them. */
  STALE,
  /** Nothing: stale reads are as good as others. */
  CONTENT;

  /** Returns whether the workload keeps an account of versions. */
  boolean ofVersions() {
    return this != CONTENT;
  }
}
