package org.portolan.data;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/** The machine's own clocks and threads; only the wall clock can be replaced. */
record SystemRuntime(InstantSource wallClock) implements StoreRuntime {
  SystemRuntime() {
    this(InstantSource.system());
  }

  @Override
  public long wallMillis() {
    return wallClock.millis();
  }

  @Override
  public long monotonicNanos() {
    return System.nanoTime();
  }

  @Override
  public RandomGenerator random() {
    return ThreadLocalRandom.current();
  }

  @Override
  public void sleep(Duration wait) throws InterruptedException {
    Thread.sleep(wait.toMillis(), wait.toNanosPart() % 1_000_000);
  }

  @Override
  public Lock newLock() {
    return new ReentrantLock();
  }

  @Override
  public Signal newSignal() {
    return new MonitorSignal();
  }

  @Override
  public BackgroundThread start(String name, Runnable body) {
    Thread thread = new Thread(body, name);
    thread.setDaemon(true);
    thread.start();
    return new RunningThread(thread);
  }

  @Override
  public String processName() {
    return "pid " + ProcessHandle.current().pid();
  }

  @Override
  public StoreRuntime withWallClock(InstantSource clock) {
    return new SystemRuntime(clock);
  }

  private static final class MonitorSignal implements Signal {
    private boolean given;

    @Override
    public synchronized void give() {
      given = true;
      notifyAll();
    }

    @Override
    public synchronized boolean await(Duration wait) throws InterruptedException {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      long end = System.nanoTime() + wait.toNanos();
      long left;
      while (!given && (left = end - System.nanoTime()) > 0) {
        wait(left / 1_000_000, (int) (left % 1_000_000));
      }
      boolean was = given;
      given = false;
      return was;
    }
  }

  private record RunningThread(Thread thread) implements BackgroundThread {
    @Override
    public void join() {
      boolean interrupted = false;
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void interrupt() {
      thread.interrupt();
    }
  }
}
