package org.portolan.bench.hostile;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Requests at a fixed rate, whatever the server does: each is due at its time, and if all clients
 * are busy then, it begins late, but its latency counts from that time.
 */
final class OpenLoop {
  private final double perSecond;
  private final long beginNanos;
  private final AtomicLong next = new AtomicLong();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean closed;

  /** A client that makes one request after another. Used by one thread. */
  @FunctionalInterface
  interface Client {
    /** Makes the request with this number, which was due at {@code dueNanos}. */
    void request(long number, long dueNanos) throws InterruptedException;
  }

  /**
   * Starts the clients.
   *
   * @param clients the requests that may be under way at once
   */
  OpenLoop(String name, double perSecond, int clients, long beginNanos, Supplier<Client> client) {
    this.perSecond = perSecond;
    this.beginNanos = beginNanos;
    for (int number = 0; number < clients; number++) {
      Client one = client.get();
      Thread thread = new Thread(() -> run(one), name + "-" + number);
      thread.setDaemon(true);
      threads.add(thread);
    }
    threads.forEach(Thread::start);
  }

  private void run(Client client) {
    try {
      while (!closed) {
        long number = next.getAndIncrement();
        long due = beginNanos + (long) (number / perSecond * 1e9);
        for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
          if (closed) {
            return;
          }
          TimeUnit.NANOSECONDS.sleep(Math.min(wait, 100_000_000));
        }
        client.request(number, due);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Makes no further requests, and waits for those under way. */
  void end() throws InterruptedException {
    closed = true;
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
