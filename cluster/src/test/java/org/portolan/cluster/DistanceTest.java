package org.portolan.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DistanceTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "20ms, 20000000, 20ms",
    "0.5ms, 500000, 0.5ms",
    "0.1s, 100000000, 100ms",
    "200ms, 200000000, 200ms",
    "0ms, 0, 0ms",
    "0s, 0, 0ms"
  })
  void of_timeWithUnit_isReadAndSpelledInMilliseconds(String text, long nanos, String spelling) {
    Distance distance = Distance.of(text);

    assertThat(distance.oneWay()).isEqualTo(Duration.ofNanos(nanos));
    assertThat(distance).hasToString(spelling);
    assertThat(Distance.of(distance.toString())).isEqualTo(distance);
    assertThat(distance.isNone()).isEqualTo(nanos == 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"20", "-5ms", "", "ms", "20 ms", "20m", "1e2ms", "20us", "0x1ms"})
  void of_noTimeWithUnit_saysWhatIsOne(String text) {
    assertThatThrownBy(() -> Distance.of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a distance must be a time of 0 or more with its unit, like 20ms or 0.1s, not '"
                + text
                + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"201ms", "200.000001ms", "2s", "999999999s"})
  void of_tooFar_saysTheBound(String text) {
    assertThatThrownBy(() -> Distance.of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("a distance must be 0ms to 200ms one way, not ");
  }

  @Test
  void spec_whereNothingIsApart_isRefused() {
    EngineSettings apart = new EngineSettings.Cassandra(Distance.of("20ms"));
    StartOptions onHosts =
        StartOptions.USUAL.withHosts(
            List.of(
                new StartOptions.Host("10.0.0.1", List.of()),
                new StartOptions.Host("10.0.0.2", List.of())));

    assertThatThrownBy(() -> ClusterSpec.of(apart, 1, directory))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("needs two or more nodes, and there is 1");
    assertThatThrownBy(() -> ClusterSpec.of(apart, 2, directory).with(onHosts))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("leave out the distance of 20ms");
    assertThat(ClusterSpec.of(apart, 2, directory).settings().describe())
        .isEqualTo("cassandra, 20ms apart");
    assertThat(ClusterSpec.of(new EngineSettings.Cassandra(), 1, directory).settings().describe())
        .isEqualTo("cassandra");
  }
}
