package org.portolan.engine.rocksdb;

import org.portolan.engine.EngineException;
import org.portolan.engine.OutcomeUnknownException;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Turns RocksDB's errors into the engine's exceptions. */
final class Failures {
  private Failures() {}

  static EngineException of(String act, RocksDBException failure) {
    return new EngineException("cannot " + act + ": " + failure.getMessage(), failure);
  }

  /** Returns the failure of a commit: a failed write to the log may be found in it later. */
  static EngineException ofCommit(RocksDBException failure) {
    Status status = failure.getStatus();
    if (status != null && status.getCode() == Status.Code.IOError) {
      return new OutcomeUnknownException(
          "a commit failed and its changes may be found later: " + failure.getMessage(), failure);
    }
    return of("commit", failure);
  }

  /** Whether a commit found that another transaction had committed to one of its keys. */
  static boolean isConflict(RocksDBException failure) {
    return is(failure, Status.Code.Busy) || isHistoryTooShort(failure);
  }

  /** Whether a commit could not tell: the write buffers no longer reach back to its beginning. */
  static boolean isHistoryTooShort(RocksDBException failure) {
    return is(failure, Status.Code.TryAgain);
  }

  /** Whether an iterator stopped since it had passed over as many deleted keys as it may. */
  static boolean isTooManySkipped(RocksDBException failure) {
    return is(failure, Status.Code.Incomplete);
  }

  private static boolean is(RocksDBException failure, Status.Code code) {
    return failure.getStatus() != null && failure.getStatus().getCode() == code;
  }
}
