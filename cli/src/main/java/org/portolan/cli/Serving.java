package org.portolan.cli;

import java.util.concurrent.CountDownLatch;
import org.portolan.wiki.jobs.JobThreads;
import org.portolan.wiki.jobs.LinkJobs;
import org.portolan.wiki.storage.WikiStorage;
import org.portolan.wiki.web.WikiServer;

/** Serves until the process is stopped. */
public final class Serving {
  private Serving() {}

  /**
   * Does the wiki's jobs and waits for the end of the process; then finishes running requests and
   * closes the store.
   */
  public static void untilStopped(WikiServer server, WikiStorage storage) {
    JobThreads jobs = JobThreads.background(new LinkJobs(storage));
    CountDownLatch never = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  server.close();
                  jobs.close();
                  storage.close();
                },
                "portolan-shutdown"));
    try {
      never.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
