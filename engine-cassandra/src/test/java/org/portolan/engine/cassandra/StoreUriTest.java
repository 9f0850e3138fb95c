package org.portolan.engine.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.engine.Consistency;

class StoreUriTest {

  @Test
  void parse_withoutOptions_hasQuorumAndTenSeconds() {
    StoreUri uri = StoreUri.parse("cassandra://127.0.0.1/wiki");
    assertThat(uri.hosts()).extracting(host -> host.getPort()).containsExactly(9042);
    assertThat(uri.keyspace()).isEqualTo("wiki");
    assertThat(uri.replicationFactor()).isEmpty();
    assertThat(uri.read()).isEqualTo(Consistency.QUORUM);
    assertThat(uri.write()).isEqualTo(Consistency.QUORUM);
    assertThat(uri.levels().serial()).isEqualTo(ConsistencyLevel.SERIAL);
    assertThat(uri.timeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(uri.dataCentre()).isEmpty();
  }

  @Test
  void parse_withEveryOption_takesThem() {
    StoreUri uri =
        StoreUri.parse(
            "cassandra://127.0.0.1:9142,[::1]:9143/w?rf=2&read=one&write=LOCAL_QUORUM&dc=east"
                + "&timeout=500ms");
    assertThat(uri.hosts()).extracting(host -> host.getPort()).containsExactly(9142, 9143);
    assertThat(uri.replicationFactor()).hasValue(2);
    assertThat(uri.levels())
        .isEqualTo(new Levels(Consistency.ONE, Consistency.LOCAL_QUORUM, ConsistencyLevel.SERIAL));
    assertThat(uri.dataCentre()).contains("east");
    assertThat(uri.timeout()).isEqualTo(Duration.ofMillis(500));
  }

  @Test
  void parse_serial_isLocalOnlyIfSaid() {
    assertThat(StoreUri.parse("cassandra://h/k?write=LOCAL_ONE").serial())
        .isEqualTo(ConsistencyLevel.SERIAL);
    assertThat(StoreUri.parse("cassandra://h/k?serial=local_serial").serial())
        .isEqualTo(ConsistencyLevel.LOCAL_SERIAL);
  }

  @ParameterizedTest
  @CsvSource({
    "cassandra://h:1, HOST",
    "cassandra:///k, HOST",
    "cassandra://h:1/k-s, HOST",
    "cassandra://h:x/k, HOST:PORT",
    "cassandra://h:99999/k, 65535",
    "cassandra://h:1/k?rf=0, rf",
    "cassandra://h:1/k?read=TWO, LOCAL_QUORUM",
    "cassandra://h:1/k?serial=ONE, LOCAL_SERIAL",
    "cassandra://h:1/k?timeout=0s, 10m",
    "cassandra://h:1/k?timeout=soon, 500ms",
    "cassandra://h:1/k?rf=1&rf=2, rf=2",
    "cassandra://h:1/k?color=red, color",
  })
  void parse_wrong_saysWhatIsRight(String uri, String hint) {
    assertThatThrownBy(() -> StoreUri.parse(uri))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(uri)
        .hasMessageContaining(hint);
  }
}
