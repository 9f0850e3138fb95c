package org.portolan.bench.endurance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.portolan.bench.api.Text;
import org.portolan.bench.load.LoadGenerator;
import org.portolan.bench.load.LoadListener;
import org.portolan.bench.load.LoadResult;
import org.portolan.bench.load.LoadSpec;
import org.portolan.bench.load.SecondSample;
import org.portolan.bench.system.ChildProcess;
import org.portolan.bench.system.ClientProcesses;
import org.portolan.data.Store;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;

/**
 * A client that writes until its standard input or its time ends. It reports the outcomes of its
 * operations every ten seconds, and the first failures at its end.
 *
 * <p>It leaves sweeps to the process that measures them.
 */
final class LoadClient {
  static final String FAILURE = "failure ";
  static final StoreOptions OPTIONS =
      StoreOptions.DEFAULT.sweeping(Duration.ZERO, StoreOptions.DEFAULT.sweepGrace());

  /** Before a client that ended by itself is replaced. */
  static final Duration PAUSE = Duration.ofSeconds(5);

  private static final int SECONDS_TOLD = 10;

  private LoadClient() {}

  /** Starts a client in a process, which prints a line for each report and each failure. */
  static ChildProcess start(
      String uri, double rate, int workers, Duration longest, long seed, long rows) {
    return ChildProcess.java(
        LoadClient.class,
        List.of("-Xmx256m", "-XX:+UseSerialGC"),
        List.of(
            uri,
            Double.toString(rate),
            Integer.toString(workers),
            Long.toString(longest.toSeconds()),
            Long.toString(seed),
            Long.toString(rows)));
  }

  /** Takes the arguments of {@link #start}. */
  public static void main(String[] arguments) {
    LoadSpec spec =
        LoadSpec.open(
            Double.parseDouble(arguments[1]),
            Integer.parseInt(arguments[2]),
            Duration.ZERO,
            Duration.ofSeconds(Long.parseLong(arguments[3])),
            Long.parseLong(arguments[4]));
    GroupedItems shape = new GroupedItems(Long.parseLong(arguments[5]));
    try (Store store = Stores.open(arguments[0], OPTIONS)) {
      Telling telling = new Telling(told -> System.out.println(ClientProcesses.LINE + told.line()));
      LoadGenerator generator = new LoadGenerator(new MixedLoad(store, shape), spec, telling);
      Thread listener = new Thread(() -> stopAtEndOfInput(generator), "input");
      listener.setDaemon(true);
      listener.start();
      LoadResult result = generator.run();
      telling.tell();
      result
          .messages()
          .forEach(
              message ->
                  System.out.println(ClientProcesses.LINE + FAILURE + message.replace('\n', ' ')));
    }
    System.out.println(ClientProcesses.LINE + ClientProcesses.END);
  }

  private static void stopAtEndOfInput(LoadGenerator generator) {
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    try {
      while (input.readLine() != null) {
        // The content of the input is ignored; only its end counts.
      }
    } catch (IOException e) {
      // A broken input counts as ended.
    }
    generator.stop();
  }

  /**
   * The outcomes of the operations of some seconds.
   *
   * @param other conflicts given up, and items that were not found
   * @param medianMillis the median response, from the intended start
   */
  record Told(
      double seconds, long ok, long failed, long other, double medianMillis, double highMillis) {
    String line() {
      return Text.format(
          "%.0f %d %d %d %.3f %.3f", seconds, ok, failed, other, medianMillis, highMillis);
    }

    static Told parse(String line) {
      String[] words = line.split(" ", -1);
      return new Told(
          Double.parseDouble(words[0]),
          Long.parseLong(words[1]),
          Long.parseLong(words[2]),
          Long.parseLong(words[3]),
          Double.parseDouble(words[4]),
          Double.parseDouble(words[5]));
    }
  }

  /** Adds up seconds. Used by one thread at a time. */
  static final class Telling implements LoadListener {
    private static final double HIGH_PERCENT = 99;
    private final Consumer<Told> consumer;
    private Histogram responses;
    private int seconds;
    private long ok;
    private long failed;
    private long other;

    Telling(Consumer<Told> consumer) {
      this.consumer = consumer;
    }

    @Override
    public void second(SecondSample sample, Histogram ofSecond, Histogram notAnswered) {
      if (responses == null) {
        responses = ofSecond.copy();
      } else {
        responses.add(ofSecond);
      }
      seconds++;
      ok += sample.ok();
      failed += sample.failed();
      other += sample.other();
      if (seconds == SECONDS_TOLD) {
        tell();
      }
    }

    void tell() {
      if (seconds > 0) {
        consumer.accept(
            new Told(
                seconds,
                ok,
                failed,
                other,
                responses.getValueAtPercentile(50) / 1e6,
                responses.getValueAtPercentile(HIGH_PERCENT) / 1e6));
        responses.reset();
        seconds = 0;
        ok = 0;
        failed = 0;
        other = 0;
      }
    }
  }
}
