package org.portolan.bench.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.load.Latencies;
import org.portolan.bench.load.OneOperation;
import org.portolan.bench.load.Outcome;
import org.portolan.bench.load.WorkloadType;

/** Options of a search that no probe could run with are refused before the store is prepared. */
final class SearchOptionsTest {
  /** Klencke 2010, 6.1: 95 % of the requests within 200 ms. */
  static final SearchSpec KLENCKE =
      new SearchSpec(
          SearchSpec.Axis.RATE,
          0.95,
          Duration.ofMillis(200),
          Duration.ofSeconds(30),
          100,
          1_000_000,
          0.05,
          4,
          0.95);

  private final SearchBenchmark search =
      new SearchBenchmark(
          new WorkloadType(
              "nothing",
              "Operations that do nothing.",
              List.of(),
              options -> new OneOperation("nothing", (number, seed) -> () -> Outcome.ok(0))));

  @Test
  void spec_ofNothingGiven_isKlenckes() {
    assertThat(SearchBenchmark.spec(BenchOptions.of(search, Map.of()))).isEqualTo(KLENCKE);
  }

  private void requireFitting(String options) {
    Map<String, String> given = new HashMap<>();
    for (String option : options.split(" ", -1)) {
      String[] nameAndValue = option.split("=", -1);
      given.put(nameAndValue[0], nameAndValue[1]);
    }
    search.requireFitting(BenchOptions.of(search, given));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "by=threads most=10001                | at most 10,000 threads",
        "by=threads start=10001               | at most 10,000 threads",
        "by=threads start=20000 most=30000    | at most 10,000 threads",
        "warm-up=2000min                      | must end within a day",
        "probe=1440min longest=1 warm-up=1s   | must end within a day",
        "probe=721min longest=2 warm-up=1s    | must end within a day",
        "probe=999999999min                   | must end within a day",
        "within=999999999min                  | at most 59 minutes",
        "within=60min                         | at most 59 minutes",
      })
  void options_thatNoProbeCouldRunWith_areRefused(String options, String rule) {
    assertThatThrownBy(() -> requireFitting(options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(rule);
  }

  @ParameterizedTest
  @CsvSource({
    "by=threads start=10000 most=10000",
    "start=1000000000 most=1000000000",
    "probe=1439min longest=1 warm-up=1min",
    "within=59min"
  })
  void options_atTheirLimits_areAccepted(String options) {
    assertThatCode(() -> requireFitting(options)).doesNotThrowAnyException();
  }

  /** Histograms hold at most an hour, and round it. */
  @Test
  void response_howeverLong_isNotWithinTheLongestLimit() {
    Histogram responses = Latencies.histogram();
    Latencies.record(responses, Duration.ofDays(1).toNanos());
    long limit = SearchSpec.WITHIN_MAX.toNanos();
    assertThat(responses.getCountBetweenValues(0, limit)).isZero();
  }
}
