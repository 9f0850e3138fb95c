package org.portolan.data.internal.process;

import java.util.List;

/** The processes that have a store open. Used by one thread at a time. */
interface Members {
  /**
   * Takes one look at the processes, and fences those that have been silent for long.
   *
   * @return those that may still write by an epoch below the given one, for people
   */
  List<String> behind(long epoch);
}
