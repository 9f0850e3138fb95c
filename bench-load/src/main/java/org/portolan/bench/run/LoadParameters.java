package org.portolan.bench.run;

import java.time.Duration;
import java.util.List;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.api.Spelled;
import org.portolan.bench.load.Drive;
import org.portolan.bench.load.LoadSpec;

/** The parameters of every run under load, whatever its workload. */
public final class LoadParameters {
  private static final long DRAIN_SECONDS_MAX = 3_600;
  private static final long SECONDS_MAX = LoadSpec.DURATION_MAX.toSeconds() / 2;

  private LoadParameters() {}

  /** Returns the parameters of a run whose workload determines the starts of operations. */
  public static List<Parameter> paced() {
    return List.of(threads(32), seed());
  }

  private static Parameter threads(int defaultValue) {
    return Parameter.whole(
        "threads",
        1,
        Drive.WORKERS_MAX,
        defaultValue,
        "The largest number of concurrent operations.");
  }

  /** Returns the parameter for the distribution of starts at a rate. */
  public static Parameter arrivals() {
    return Parameter.choice(
        "arrivals",
        Spelled.words(Drive.Arrivals.class),
        Drive.Arrivals.POISSON.spelling(),
        "The distribution of the starts of operations at a rate.");
  }

  /** Returns the value of {@link #arrivals()}. */
  public static Drive.Arrivals arrivals(BenchOptions options) {
    return Spelled.of(Drive.Arrivals.class, options.text("arrivals"));
  }

  private static Parameter seed() {
    return Parameter.whole(
        "seed", 0, Long.MAX_VALUE, 1, "Determines the schedule and the requests.");
  }

  /** Returns the parameters, in the order in which help shows them. */
  public static List<Parameter> all() {
    return List.of(
        threads(8),
        Parameter.whole(
            "rate",
            0,
            1_000_000_000,
            0,
            "The operations to start per second, whatever the store does; 0: each thread starts its"
                + " next operation when its last one has ended."),
        arrivals(),
        Parameter.whole(
            "think-millis", 0, 3_600_000, 0, "Without a rate: the pause after each operation."),
        Parameter.whole("seconds", 1, SECONDS_MAX, 30, "The measured time, in seconds."),
        Parameter.whole(
            "warm-up", 0, SECONDS_MAX, 10, "The warm-up in seconds, which no total includes."),
        Parameter.whole(
            "drain",
            0,
            DRAIN_SECONDS_MAX,
            LoadSpec.DRAIN.toSeconds(),
            "The seconds after that in which operations that were due may still end; those that do"
                + " not never ended."),
        seed());
  }

  /**
   * Returns the run that the options describe.
   *
   * @param options with values for {@link #all}
   * @throws IllegalArgumentException if they do not fit together
   */
  public static LoadSpec spec(BenchOptions options) {
    int threads = options.integer("threads");
    long rate = options.number("rate");
    long thinkMillis = options.number("think-millis");
    if (rate > 0 && thinkMillis > 0) {
      throw new IllegalArgumentException(
          "--think-millis works only without --rate; leave out one of the two");
    }
    Drive drive =
        rate == 0
            ? new Drive.Closed(threads, Duration.ofMillis(thinkMillis))
            : new Drive.Open(rate, arrivals(options), threads);
    return new LoadSpec(
            drive,
            Duration.ofSeconds(options.number("warm-up")),
            Duration.ofSeconds(options.number("seconds")),
            options.number("seed"))
        .withDrain(Duration.ofSeconds(options.number("drain")));
  }
}
