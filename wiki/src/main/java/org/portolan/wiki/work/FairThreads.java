package org.portolan.wiki.work;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bounded number of threads that clients share. One client never occupies all of them: some are
 * kept for others, so work of others begins at once, however long the work of one client takes.
 * Clients whose work waits take turns, whatever amount of it each has sent. Both the waiting work
 * of one client and that of all are bounded. Thread-safe.
 */
public final class FairThreads implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(FairThreads.class);

  private static final long IDLE_SECONDS = 30;

  /**
   * The bounds.
   *
   * @param threads the number of threads
   * @param threadsOfClient the number of threads that one client may occupy, fewer than {@code
   *     threads}
   * @param waitingOfClient the most work of one client that may wait
   * @param waiting the most work of all clients that may wait
   */
  public record Bounds(int threads, int threadsOfClient, int waitingOfClient, int waiting) {
    public Bounds {
      if (threadsOfClient < 1 || threadsOfClient >= threads) {
        throw new IllegalArgumentException(
            "of "
                + threads
                + " threads one client must have at least one and fewer than all, not "
                + threadsOfClient);
      }
      if (waitingOfClient < 1 || waiting < waitingOfClient) {
        throw new IllegalArgumentException("work of a client must be permitted to wait");
      }
    }
  }

  private static final class Client {
    final Deque<Runnable> waiting = new ArrayDeque<>();
    int running;
  }

  private final Bounds bounds;
  private final ThreadPoolExecutor pool;

  /** The clients with work, the one whose turn comes next first. */
  private final Map<String, Client> clients = new LinkedHashMap<>();

  private int running;
  private int waiting;

  public FairThreads(Bounds bounds, ThreadFactory threads) {
    this.bounds = bounds;
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
      Client known = clients.computeIfAbsent(client, name -> new Client());
      if (known.waiting.size() >= bounds.waitingOfClient() || waiting >= bounds.waiting()) {
        forgetIdle(client, known);
        throw new OverloadedException("too many requests are waiting");
      }
      known.waiting.add(work);
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
        forgetIdle(client, known);
      }
      return removed;
    }
  }

  private record Turn(String name, Client client, Runnable work) {}

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
    for (Map.Entry<String, Client> each : clients.entrySet()) {
      Client client = each.getValue();
      if (!client.waiting.isEmpty() && client.running < bounds.threadsOfClient()) {
        String name = each.getKey();
        clients.remove(name);
        clients.put(name, client);
        waiting--;
        client.running++;
        running++;
        return new Turn(name, client, client.waiting.remove());
      }
    }
    return null;
  }

  private void run(Turn first) {
    Turn turn = first;
    while (turn != null) {
      try {
        turn.work().run();
      } catch (Throwable e) {
        // The thread goes on: it would take the turns of others with it.
        LOGGER.error("work of {} failed", turn.name(), e);
      }
      synchronized (clients) {
        turn.client().running--;
        running--;
        forgetIdle(turn.name(), turn.client());
        turn = pool.isShutdown() ? null : nextTurn();
      }
    }
  }

  private void forgetIdle(String name, Client client) {
    if (client.running == 0 && client.waiting.isEmpty()) {
      clients.remove(name);
    }
  }

  /** Returns the number of clients that have work. */
  int clients() {
    synchronized (clients) {
      return clients.size();
    }
  }

  /** Interrupts running work and forgets the waiting work. */
  @Override
  public void close() {
    synchronized (clients) {
      pool.shutdownNow();
      clients.values().forEach(client -> client.waiting.clear());
      waiting = 0;
    }
  }
}
