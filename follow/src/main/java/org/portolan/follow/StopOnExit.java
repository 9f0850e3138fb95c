package org.portolan.follow;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Stops a migration when the process is to end, by SIGTERM or Ctrl-C, and lets the process wait
 * until the place is noted. Used by one thread.
 */
public final class StopOnExit implements AutoCloseable {
  private static final long STOP_SECONDS_MAX = 120;

  private final CountDownLatch ended = new CountDownLatch(1);

  /** Begins to wait for the end of the process. */
  public void begin(FollowedMigration migration) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(migration), "portolan-follow-stop"));
  }

  private void stop(FollowedMigration migration) {
    migration.stop();
    try {
      boolean unused = ended.await(STOP_SECONDS_MAX, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Lets the process end. To be called when the migration and its store are done. */
  @Override
  public void close() {
    ended.countDown();
  }
}
