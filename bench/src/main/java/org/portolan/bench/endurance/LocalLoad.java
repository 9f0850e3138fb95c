package org.portolan.bench.endurance;

import java.util.function.Consumer;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.endurance.LoadClient.Telling;
import org.portolan.bench.endurance.LoadClient.Told;
import org.portolan.bench.load.LoadGenerator;
import org.portolan.bench.load.LoadSpec;
import org.portolan.data.Store;

/** The load on a store that no other process can open: threads of this process. */
final class LocalLoad implements AutoCloseable {
  private final LoadGenerator generator;
  private final Thread thread;

  /**
   * Begins the load.
   *
   * @param told receives the reports, in another thread
   * @param seen records failures, and that the load is broken
   */
  LocalLoad(Store store, GroupedItems shape, LoadSpec spec, Consumer<Told> told, Seen seen) {
    Telling telling = new Telling(told);
    generator = new LoadGenerator(new MixedLoad(store, shape), spec, telling);
    thread = new Thread(() -> run(telling, seen), "load");
    thread.setDaemon(true);
    thread.start();
  }

  private void run(Telling telling, Seen seen) {
    try {
      generator.run().messages().forEach(seen.failures::add);
      telling.tell();
    } catch (BenchmarkFailedException e) {
      seen.broken(e.getMessage(), e);
    } catch (RuntimeException | Error e) {
      // The thread ends here, so no other code sees the failure.
      seen.broken("the load of this process failed: " + e, e);
    }
  }

  /** Stops the load and waits until it has ended. */
  @Override
  public void close() {
    generator.stop();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchmarkFailedException("the wait for the end of the load was interrupted", e);
    }
  }
}
