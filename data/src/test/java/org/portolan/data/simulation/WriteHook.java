package org.portolan.data.simulation;

import java.util.List;
import org.portolan.engine.Mutation;

/** Told of each write of a client. */
@FunctionalInterface
interface WriteHook {
  WriteHook NONE = mutations -> {};

  /** A write is about to be sent. */
  void before(List<Mutation> mutations);

  /** A write was answered. */
  default void after(List<Mutation> mutations) {}
}
