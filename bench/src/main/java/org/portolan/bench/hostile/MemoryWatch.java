package org.portolan.bench.hostile;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.portolan.bench.api.BenchmarkFailedException;

/** The memory of the server, which a separate thread reads every second. Thread-safe. */
final class MemoryWatch implements AutoCloseable {
  private final ServerProcess server;
  private final Seen seen;
  private final List<Look> looks = new ArrayList<>();
  private final Thread thread;

  /**
   * The memory at a second.
   *
   * @param heapMegabytes what the last collection of garbage left
   * @param pauseMillis the longest pause of a collection since the last look
   */
  record Look(double second, double heapMegabytes, double rssMegabytes, double pauseMillis) {}

  MemoryWatch(ServerProcess server, Seen seen) {
    this.server = server;
    this.seen = seen;
    thread = new Thread(this::run, "memory");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    double heap = 0;
    try {
      while (true) {
        ServerProcess.Memory memory = server.memory();
        heap = memory.heapBytes().isPresent() ? memory.heapBytes().getAsLong() / 1048576.0 : heap;
        Look look =
            new Look(
                seen.second(System.nanoTime()),
                heap,
                memory.rssBytes().orElse(0) / 1048576.0,
                memory.pauseMillis().orElse(0));
        synchronized (looks) {
          looks.add(look);
        }
        TimeUnit.SECONDS.sleep(1);
      }
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  List<Look> looks() {
    synchronized (looks) {
      return List.copyOf(looks);
    }
  }

  double rssMegabytesMax() {
    return looks().stream().mapToDouble(Look::rssMegabytes).max().orElse(0);
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchmarkFailedException("the benchmark was interrupted", e);
    }
  }
}
