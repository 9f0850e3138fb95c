package org.portolan.data.internal.auto;

import java.util.List;

/** The processes at a store, one of which has the turn to decide. Used by one thread. */
public interface AutoPeers extends AutoCloseable {
  /** One process alone has the store open. */
  AutoPeers ALONE =
      new AutoPeers() {
        @Override
        public boolean takeTurn() {
          return true;
        }

        @Override
        public void publish(ProcessUse own) {}

        @Override
        public List<ProcessUse> others(long self) {
          return List.of();
        }

        @Override
        public void close() {}
      };

  /** Takes or renews the turn; returns whether this process has it. */
  boolean takeTurn();

  /** Tells the others what this process has counted. */
  void publish(ProcessUse own);

  /** Returns what the other processes have counted that are alive. */
  List<ProcessUse> others(long self);

  /** Leaves the others; ends no thread. */
  @Override
  void close();
}
