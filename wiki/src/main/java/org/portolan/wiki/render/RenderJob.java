package org.portolan.wiki.render;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** A text to be rendered or saved, and what its thread does for it. Thread-safe. */
final class RenderJob<T> extends FutureTask<T> {
  private final CountDownLatch started = new CountDownLatch(1);
  private volatile long thread;
  private volatile long processorNanosBefore;

  RenderJob(Callable<T> work) {
    super(work);
  }

  @Override
  public void run() {
    thread = Thread.currentThread().getId();
    processorNanosBefore = ProcessorTime.nanos(thread);
    started.countDown();
    super.run();
  }

  /** Waits for its turn; returns false if it has not come within this time. */
  boolean awaitStart(Duration wait) throws InterruptedException {
    return started.await(wait.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Returns the processor time that a job which is still running has got. */
  Duration processorTime() {
    return Duration.ofNanos(Math.max(0, ProcessorTime.nanos(thread) - processorNanosBefore));
  }
}
