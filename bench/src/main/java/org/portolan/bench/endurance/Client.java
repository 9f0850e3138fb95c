package org.portolan.bench.endurance;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.endurance.LoadClient.Told;
import org.portolan.bench.load.LoadGenerator;
import org.portolan.bench.load.LoadSpec;
import org.portolan.bench.system.ChildProcess;
import org.portolan.data.Store;

/** One writing client. {@link #run} is called by one thread, the other methods by any. */
interface Client {
  /**
   * Writes until it is stopped or killed.
   *
   * @throws BenchmarkFailedException if the client ended by itself
   */
  void run(Consumer<Told> told);

  void stop();

  void kill();

  /** A client in a separate process. */
  final class InProcess implements Client {
    private static final List<String> JAVA = List.of("-Xmx256m", "-XX:+UseSerialGC");
    private final ChildProcess child;
    private volatile boolean killed;

    InProcess(String uri, double rate, int workers, Duration longest, long seed, long rows) {
      child =
          ChildProcess.java(
              LoadClient.class,
              JAVA,
              List.of(
                  uri,
                  Double.toString(rate),
                  Integer.toString(workers),
                  Long.toString(longest.toSeconds()),
                  Long.toString(seed),
                  Long.toString(rows)));
    }

    @Override
    public void run(Consumer<Told> told) {
      try (child) {
        String line = child.await(LoadClient.LINE);
        while (!line.equals(LoadClient.END)) {
          told.accept(Told.parse(line));
          line = child.await(LoadClient.LINE);
        }
      } catch (BenchmarkFailedException e) {
        if (!killed) {
          throw e;
        }
      }
    }

    @Override
    public void stop() {
      child.endInput();
    }

    @Override
    public void kill() {
      killed = true;
      child.kill();
    }
  }

  /** Threads of this process, for a store that no other process can open. They cannot be killed. */
  final class Threads implements Client {
    private final LoadClient.Telling telling;
    private final LoadGenerator generator;
    private volatile Consumer<Told> told;

    Threads(Store store, GroupedItems shape, LoadSpec spec) {
      telling = new LoadClient.Telling(line -> told.accept(line));
      generator = LoadClient.generator(store, shape, spec, telling);
    }

    @Override
    public void run(Consumer<Told> consumer) {
      told = consumer;
      generator.run();
      telling.tell();
    }

    @Override
    public void stop() {
      generator.stop();
    }

    @Override
    public void kill() {
      throw new UnsupportedOperationException("threads of this process cannot be killed");
    }
  }
}
