package org.portolan.data.simulation;

import java.util.List;
import org.portolan.engine.Mutation;

/** A hook that is called for each call of a client. */
@FunctionalInterface
interface WriteHook {
  WriteHook NONE = mutations -> {};

  /** Called before a write is sent. */
  void before(List<Mutation> mutations);

  /** Called before rows are got. */
  default void beforeGet() {}

  /** Called before a scan is sent. */
  default void beforeScan() {}

  /** Called after a write was answered. */
  default void after(List<Mutation> mutations) {}
}
