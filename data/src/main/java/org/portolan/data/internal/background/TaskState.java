package org.portolan.data.internal.background;

import java.util.Optional;
import org.portolan.data.StoreActivity.Task;

/**
 * How a background task fares, for {@link org.portolan.data.Store#activity}. To note something
 * needs no memory, so that a failure for want of memory can be noted. Thread-safe.
 */
public final class TaskState {
  private final String name;
  private boolean ended;
  private long failures;
  private int failuresInRow;
  private boolean failedInStep;
  private Throwable last;

  public TaskState(String name) {
    this.name = name;
  }

  /** Notes that a step, or a part of it, has failed; the step may go on. */
  public synchronized void failed(Throwable failure) {
    if (!failedInStep) {
      failures++;
      failuresInRow++;
    }
    failedInStep = true;
    last = failure;
  }

  /** Notes the end of a step; it has succeeded unless a failure was noted. */
  public synchronized void stepEnded() {
    if (!failedInStep) {
      failuresInRow = 0;
      last = null;
    }
    failedInStep = false;
  }

  /** Notes that the task does no more work. */
  public synchronized void ended() {
    ended = true;
  }

  public synchronized Task now() {
    return new Task(
        name, !ended, failures, failuresInRow, Optional.ofNullable(last).map(TaskState::text));
  }

  private static String text(Throwable failure) {
    return failure.getMessage() == null ? failure.toString() : failure.getMessage();
  }
}
