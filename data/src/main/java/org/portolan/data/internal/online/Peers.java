package org.portolan.data.internal.online;

import java.util.function.Consumer;

/** The processes that have a store open. */
public interface Peers {
  /** On an engine within the process: nobody else has the store open. */
  Peers NONE =
      new Peers() {
        @Override
        public void await(long epoch, Consumer<String> waiting) {}

        @Override
        public void awaitReaders(Consumer<String> waiting) {}
      };

  /**
   * Waits until every process that writes works by the design of an epoch, or a later one. A
   * process that is silent for long is fenced.
   *
   * @param waiting is told from time to time for whom, for people
   * @throws org.portolan.data.DataException if a living process does not come to it in time
   */
  void await(long epoch, Consumer<String> waiting);

  /** Waits until no process reads by a design that was replaced before this call. */
  void awaitReaders(Consumer<String> waiting);
}
