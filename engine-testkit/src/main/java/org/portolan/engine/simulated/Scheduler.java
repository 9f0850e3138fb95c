package org.portolan.engine.simulated;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * Runs threads one at a time, in virtual time. A thread runs until it waits for time to pass, for a
 * lock or for a signal. Then the scheduler picks a random thread that can run. If none can, time
 * jumps to the next event. So one seed decides every interleaving, and an hour costs nothing.
 *
 * <p>Only the thread that has the baton uses this class, so nothing needs a lock.
 */
public final class Scheduler {
  /** The time at which every simulation begins. */
  public static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  private static final long STEPS_MAX = 2_000_000;
  private static final Duration REAL_TIME_MAX = Duration.ofMinutes(2);
  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(
          body -> {
            Thread thread = new Thread(body, "simulated");
            thread.setDaemon(true);
            return thread;
          });

  private final SimulationLog log;
  private final RandomGenerator order;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::nanos).thenComparingLong(Event::number));
  private final List<SimulatedThread> all = new ArrayList<>();
  private final List<SimulatedThread> ready = new ArrayList<>();
  private final Semaphore over = new Semaphore(0);
  private SimulatedThread current;
  private long nowNanos;
  private long eventNumber;
  private long steps;
  private Throwable failure;
  private boolean ending;

  private record Event(long nanos, long number, Runnable action) {}

  public Scheduler(Choices choices, SimulationLog log) {
    this.log = log;
    this.order = choices.of("order of threads");
  }

  public long nowNanos() {
    return nowNanos;
  }

  public long nowMillis() {
    return START.toEpochMilli() + nowNanos / 1_000_000;
  }

  public SimulationLog log() {
    return log;
  }

  /** Writes down a step of the running thread. */
  public void note(String what) {
    log.step(nowNanos, current == null ? "-" : current.toString(), what);
  }

  public SimulatedProcess process(String name) {
    return new SimulatedProcess(this, name);
  }

  /**
   * Runs a thread and all threads that it starts, until the last one has ended.
   *
   * @throws SimulationFailure if a thread failed, no thread can run any more, or the threads never
   *     end
   */
  public void run(SimulatedProcess process, Runnable body) {
    start(process, "main", body);
    hand(pick());
    try {
      if (!over.tryAcquire(REAL_TIME_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new SimulationFailure(
            "a thread waits for something outside of the simulation: " + stack(current));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SimulationFailure("interrupted", e);
    }
    if (failure != null) {
      throw failure instanceof SimulationFailure known
          ? known
          : new SimulationFailure(failure.toString(), failure);
    }
  }

  private static String stack(SimulatedThread thread) {
    StringBuilder text = new StringBuilder(String.valueOf(thread));
    if (thread != null && thread.thread != null) {
      for (StackTraceElement element : thread.thread.getStackTrace()) {
        text.append("\n\tat ").append(element);
      }
    }
    return text.toString();
  }

  /** Starts a thread; it runs when the scheduler picks it. */
  public SimulatedThread start(SimulatedProcess process, String name, Runnable body) {
    SimulatedThread thread = new SimulatedThread(process, name, body);
    all.add(thread);
    ready.add(thread);
    THREADS.execute(() -> run(thread));
    return thread;
  }

  private void run(SimulatedThread thread) {
    thread.baton.acquireUninterruptibly();
    thread.thread = Thread.currentThread();
    try {
      if (!ending && !thread.process.killed()) {
        thread.body.run();
      }
    } catch (ProcessEndedError dead) {
      if (!thread.process.killed() && !ending) {
        failed(new SimulationFailure(thread + " ends, but nobody killed it", dead));
      }
    } catch (Throwable e) {
      failed(e);
    }
    Thread.interrupted();
    thread.ended = true;
    all.remove(thread);
    wakeAll(thread.joiners);
    SimulatedThread next = null;
    try {
      next = all.isEmpty() ? null : pick();
    } catch (SimulationFailure e) {
      failed(e);
      next = all.isEmpty() ? null : pick();
    }
    if (next == null) {
      over.release();
    } else {
      hand(next);
    }
  }

  private void failed(Throwable e) {
    if (failure == null) {
      failure = e;
      note("FAILED: " + e);
    }
    ending = true;
  }

  /** Fails the simulation: every thread ends at its next wait. */
  public SimulationFailure fail(String message) {
    SimulationFailure failed = new SimulationFailure(message);
    failed(failed);
    return failed;
  }

  private void hand(SimulatedThread next) {
    current = next;
    next.baton.release();
  }

  /** Runs an action after a while, between the steps of threads. */
  public void later(long nanos, Runnable action) {
    events.add(new Event(nowNanos + Math.max(0, nanos), ++eventNumber, action));
  }

  /** Lets time pass for the running thread; others run meanwhile. */
  public void pass(long nanos) {
    SimulatedThread self = beginWait();
    later(nanos, () -> wake(self, self.ticket));
    switchAway(self);
  }

  private SimulatedThread beginWait() {
    SimulatedThread self = current;
    requireGoing(self);
    self.ticket++;
    self.waiting = true;
    self.interruptible = false;
    return self;
  }

  private void requireGoing(SimulatedThread self) {
    if (ending) {
      throw new ProcessEndedError(self.toString());
    }
    self.process.requireAlive();
  }

  /**
   * Waits until something may have changed.
   *
   * @param untilNanos the time at which to stop waiting at the latest; {@link Long#MAX_VALUE} for
   *     never
   * @param interruptible whether an interrupt ends the wait
   */
  void await(List<SimulatedThread> waiters, long untilNanos, boolean interruptible) {
    SimulatedThread self = beginWait();
    self.interruptible = interruptible;
    long ticket = self.ticket;
    waiters.add(self);
    if (untilNanos != Long.MAX_VALUE) {
      later(untilNanos - nowNanos, () -> wake(self, ticket));
    }
    try {
      switchAway(self);
    } finally {
      waiters.remove(self);
    }
  }

  void wakeAll(List<SimulatedThread> waiters) {
    waiters.forEach(thread -> wake(thread, thread.ticket));
  }

  void wakeAllOf(SimulatedProcess process) {
    all.stream().filter(each -> each.process == process).forEach(each -> wake(each, each.ticket));
  }

  /** Interrupts a thread. */
  public void interrupt(SimulatedThread thread) {
    if (thread.thread != null && !thread.ended) {
      thread.thread.interrupt();
      if (thread.interruptible) {
        wake(thread, thread.ticket);
      }
    }
  }

  private void wake(SimulatedThread thread, long ticket) {
    if (thread.waiting && thread.ticket == ticket) {
      thread.waiting = false;
      ready.add(thread);
    }
  }

  /** Returns the running thread. */
  public SimulatedThread current() {
    return current;
  }

  private void switchAway(SimulatedThread self) {
    SimulatedThread next;
    try {
      next = pick();
    } catch (SimulationFailure e) {
      failed(e);
      next = pick();
    }
    if (next != self) {
      hand(next);
      self.baton.acquireUninterruptibly();
    } else {
      current = self;
    }
    requireGoing(self);
  }

  private SimulatedThread pick() {
    while (true) {
      if (ending) {
        return pickToEnd();
      }
      if (++steps > STEPS_MAX) {
        throw new SimulationFailure(
            "livelock: no end after " + STEPS_MAX + " steps; running " + all);
      }
      while (!events.isEmpty() && events.peek().nanos <= nowNanos) {
        events.poll().action.run();
      }
      List<SimulatedThread> able = ready.stream().filter(each -> !each.paused()).toList();
      if (!able.isEmpty()) {
        int index = able.size() == 1 ? 0 : order.nextInt(able.size());
        SimulatedThread next = able.get(index);
        ready.remove(next);
        log.decided(index + 31L * able.size());
        return next;
      }
      if (events.isEmpty()) {
        throw new SimulationFailure("deadlock: none of " + all + " can run");
      }
      nowNanos = Math.max(nowNanos, events.peek().nanos);
    }
  }

  private SimulatedThread pickToEnd() {
    SimulatedThread next = all.get(all.size() - 1);
    next.waiting = false;
    ready.remove(next);
    return next;
  }

  /** Returns a lock that one thread at a time gets, in a random order. */
  public SimulatedLock lock() {
    return new SimulatedLock(this);
  }
}
