package org.portolan.data.internal.background;

import java.time.Duration;
import java.util.function.Supplier;
import org.portolan.data.InterruptedWaitException;
import org.portolan.data.StoreRuntime;

/** Waits of the calling thread that end when it is interrupted. */
public final class Waits {
  private Waits() {}

  /**
   * Waits for a time. Checks whether the thread is interrupted even if the time is zero.
   *
   * @param message the message if the thread is interrupted: the operation, and the changes it made
   * @throws InterruptedWaitException if the thread is interrupted before or meanwhile; it stays
   *     interrupted
   */
  public static void pause(StoreRuntime runtime, Duration wait, Supplier<String> message) {
    try {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      runtime.sleep(wait);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedWaitException(message.get(), e);
    }
  }
}
