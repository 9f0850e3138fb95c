package org.portolan.wiki.work;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bounded number of threads that clients share. Some of them are open to all work; the others are
 * kept for clients that have little work under way and have used little time of threads of late. So
 * work of such a client begins at once, however long the work of one other client takes, or of
 * several. Whoever has used the least time has the next turn, whatever amount of work each has
 * sent. Both the waiting work of one client and that of all are bounded. Thread-safe.
 */
public final class FairThreads implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(FairThreads.class);

  private static final long IDLE_SECONDS = 30;

  /** After this time half of what a client has used is forgotten. */
  private static final Duration HALF_LIFE = Duration.ofSeconds(10);

  /**
   * A client that has used more than this for each open thread, about a quarter of all their time,
   * is not served by the threads that are kept.
   */
  private static final Duration MUCH_OF_THREAD = Duration.ofMillis(3_600);

  /** One client is served by this part of the threads that are kept, or by one. */
  private static final int PART_OF_KEPT = 4;

  /** A client that has used less than this, and has no work, is forgotten. */
  private static final Duration HARDLY = Duration.ofMillis(50);

  /**
   * The bounds.
   *
   * @param threads the number of threads
   * @param threadsOpen the number of threads that are open to all work, fewer than {@code threads}
   * @param waitingOfClient the most work of one client that may wait
   * @param waiting the most work of all clients that may wait
   */
  public record Bounds(int threads, int threadsOpen, int waitingOfClient, int waiting) {
    public Bounds {
      if (threadsOpen < 1 || threadsOpen >= threads) {
        throw new IllegalArgumentException(
            "of "
                + threads
                + " threads at least one must be open to all and fewer than all, not "
                + threadsOpen);
      }
      if (waitingOfClient < 1 || waiting < waitingOfClient) {
        throw new IllegalArgumentException("work of a client must be permitted to wait");
      }
    }
  }

  /** A client, and the time of threads that it has used, as of a moment. */
  private static final class Client {
    final String name;
    final Deque<Runnable> waiting = new ArrayDeque<>();
    int running;
    private double usedNanos;
    private long asOf;

    Client(String name, long now) {
      this.name = name;
      this.asOf = now;
    }

    /** Returns what was used, work under way included; half of it is forgotten with time. */
    double used(long now) {
      long passed = now - asOf;
      if (passed > 0) {
        usedNanos =
            usedNanos * Math.pow(0.5, (double) passed / HALF_LIFE.toNanos())
                + (double) running * passed;
        asOf = now;
      }
      return usedNanos;
    }

    boolean isIdle() {
      return running == 0 && waiting.isEmpty();
    }
  }

  private final Bounds bounds;
  private final ThreadPoolExecutor pool;
  private final LongSupplier nanoTime;

  /** All clients that have work or have used a little of late. */
  private final Map<String, Client> clients = new HashMap<>();

  /** The clients whose work waits; of equal ones the first has the next turn. */
  private final Set<Client> queue = new LinkedHashSet<>();

  private int running;
  private int waiting;
  private long sweptAt;

  /**
   * Makes daemon threads of the lowest priority: where the JVM is told to use priorities, the
   * threads of the sockets, which send cached pages, go before all work that clients can multiply.
   *
   * @param stackBytes the size of their stacks, 0 for the JVM's
   */
  @SuppressWarnings("ThreadPriorityCheck") // Nothing depends on it but how long others wait.
  public static ThreadFactory named(String name, long stackBytes) {
    var counter = new AtomicInteger();
    return task -> {
      var thread = new Thread(null, task, name + "-" + counter.incrementAndGet(), stackBytes);
      thread.setDaemon(true);
      thread.setPriority(Thread.MIN_PRIORITY);
      return thread;
    };
  }

  public FairThreads(Bounds bounds, ThreadFactory threads) {
    this(bounds, threads, System::nanoTime);
  }

  /** For tests that say what time it is. */
  FairThreads(Bounds bounds, ThreadFactory threads, LongSupplier nanoTime) {
    this.bounds = bounds;
    this.nanoTime = nanoTime;
    this.sweptAt = nanoTime.getAsLong();
    // A thread that is just ending still counts, so there is room for each twice.
    this.pool =
        new ThreadPoolExecutor(
            0,
            2 * bounds.threads(),
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            threads);
  }

  /**
   * Runs work in one of the threads, now or when it is this client's turn.
   *
   * @throws OverloadedException if too much work waits; this work will not run
   */
  public void execute(String client, Runnable work) {
    synchronized (clients) {
      long now = nanoTime.getAsLong();
      forgetIdle(now);
      Client known = clients.computeIfAbsent(client, name -> new Client(name, now));
      if (known.waiting.size() >= bounds.waitingOfClient() || waiting >= bounds.waiting()) {
        if (known.isIdle() && known.used(now) == 0) {
          clients.remove(client);
        }
        throw new OverloadedException("too many requests are waiting");
      }
      known.waiting.add(work);
      queue.add(known);
      waiting++;
      startWaiting();
    }
  }

  /** Removes work that still waits; returns whether it will not run. */
  public boolean withdraw(String client, Runnable work) {
    synchronized (clients) {
      Client known = clients.get(client);
      boolean removed = known != null && known.waiting.remove(work);
      if (removed) {
        waiting--;
        if (known.waiting.isEmpty()) {
          queue.remove(known);
        }
      }
      return removed;
    }
  }

  private record Turn(Client client, Runnable work) {}

  /** Starts what may run. */
  private void startWaiting() {
    while (running < bounds.threads()) {
      Turn turn = nextTurn();
      if (turn == null) {
        return;
      }
      pool.execute(() -> run(turn));
    }
  }

  /** Takes the work of the client whose turn it is; null if none may run. */
  private Turn nextTurn() {
    long now = nanoTime.getAsLong();
    Client next = null;
    for (Client client : queue) {
      if (mayRun(client, now) && (next == null || client.used(now) < next.used(now))) {
        next = client;
      }
    }
    if (next == null) {
      return null;
    }
    Runnable work = next.waiting.remove();
    queue.remove(next);
    if (!next.waiting.isEmpty()) {
      queue.add(next);
    }
    waiting--;
    next.used(now);
    next.running++;
    running++;
    return new Turn(next, work);
  }

  private boolean mayRun(Client client, long now) {
    return running < bounds.threadsOpen()
        || (client.running < Math.max(1, (bounds.threads() - bounds.threadsOpen()) / PART_OF_KEPT)
            && client.used(now) < bounds.threadsOpen() * MUCH_OF_THREAD.toNanos());
  }

  private void run(Turn first) {
    Turn turn = first;
    while (turn != null) {
      try {
        turn.work().run();
      } catch (Throwable e) {
        // The thread goes on: it would take the turns of others with it.
        LOGGER.error("work of {} failed", turn.client().name, e);
      }
      synchronized (clients) {
        turn.client().used(nanoTime.getAsLong());
        turn.client().running--;
        running--;
        turn = pool.isShutdown() ? null : nextTurn();
      }
    }
  }

  /** Forgets clients without work, now and then, so that their number is bounded. */
  private void forgetIdle(long now) {
    if (now - sweptAt >= TimeUnit.SECONDS.toNanos(1)) {
      sweptAt = now;
      clients.values().removeIf(client -> client.isIdle() && client.used(now) < HARDLY.toNanos());
    }
  }

  /** Returns the number of clients that are known. */
  int clients() {
    synchronized (clients) {
      forgetIdle(nanoTime.getAsLong());
      return clients.size();
    }
  }

  /** Interrupts running work and forgets the waiting work. */
  @Override
  public void close() {
    synchronized (clients) {
      pool.shutdownNow();
      clients.values().forEach(client -> client.waiting.clear());
      queue.clear();
      waiting = 0;
    }
  }
}
