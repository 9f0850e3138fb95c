package org.portolan.data.internal.write;

import java.util.function.Function;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Trace;
import org.portolan.engine.Durability;

/** How a store makes one attempt of a write: by its engine's means. Thread-safe. */
public interface WriteAttempts {

  /**
   * What came of an attempt.
   *
   * @param committed whether anything was changed
   */
  record Done<T>(T result, boolean committed) {}

  /**
   * Runs the work once and commits what it changed.
   *
   * @param trace what to count in, null for nothing
   * @throws org.portolan.engine.ConflictException if others got in between; the work may run again
   */
  <T> Done<T> attempt(Durability durability, Trace trace, Function<StoreTransaction, T> work);
}
