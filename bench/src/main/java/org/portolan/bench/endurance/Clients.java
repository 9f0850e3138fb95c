package org.portolan.bench.endurance;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.endurance.LoadClient.Told;

/** All clients. The last one can be killed; a new client then takes its place. Thread-safe. */
final class Clients implements AutoCloseable {
  private final LongFunction<Client> starter;
  private final Consumer<Told> told;
  private final Seen seen;
  private final List<Thread> threads = new ArrayList<>();
  private final Client[] running;
  private final AtomicLong seeds = new AtomicLong();
  private final AtomicLong kills = new AtomicLong();
  private volatile boolean closed;

  /**
   * @param starter starts a client with a seed for its operations
   * @param told receives the reports of clients, in their threads
   * @param seen records it if a client ends by itself
   */
  Clients(int count, LongFunction<Client> starter, Consumer<Told> told, Seen seen) {
    this.seen = seen;
    this.starter = starter;
    this.told = told;
    this.running = new Client[count];
    for (int place = 0; place < count; place++) {
      int of = place;
      running[place] = starter.apply(seeds.incrementAndGet());
      Thread thread = new Thread(() -> keep(of), "client " + place);
      thread.setDaemon(true);
      threads.add(thread);
    }
    threads.forEach(Thread::start);
  }

  private void keep(int place) {
    Client client = running(place);
    while (true) {
      try {
        client.run(told);
      } catch (RuntimeException e) {
        seen.troubles.add("a client ended by itself: " + e.getMessage());
      }
      if (closed) {
        return;
      }
      client = running(place, starter.apply(seeds.incrementAndGet()));
    }
  }

  private synchronized Client running(int place) {
    return running[place];
  }

  private synchronized Client running(int place, Client client) {
    running[place] = client;
    if (closed) {
      client.stop();
    }
    return client;
  }

  /** Kills the last client. */
  synchronized void killOne() {
    kills.incrementAndGet();
    running[running.length - 1].kill();
  }

  long kills() {
    return kills.get();
  }

  /** Stops all clients and waits until they have ended. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      for (Client client : running) {
        client.stop();
      }
    }
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchmarkFailedException("the wait for the end of the clients was interrupted", e);
    }
  }
}
