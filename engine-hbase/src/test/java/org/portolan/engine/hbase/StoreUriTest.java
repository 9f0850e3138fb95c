package org.portolan.engine.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreUriTest {
  @Test
  void parse_shortest_hasDefaults() {
    StoreUri uri = StoreUri.parse("hbase://localhost/wiki");
    assertThat(uri.quorum()).isEqualTo("localhost");
    assertThat(uri.port()).isEqualTo(2181);
    assertThat(uri.namespace()).isEqualTo("wiki");
    assertThat(uri.znode()).isEqualTo("/hbase");
    assertThat(uri.timeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(uri.hfiles()).isEmpty();
    assertThat(uri.hfileBytesMin()).isEqualTo(131_072);
  }

  @Test
  void parse_everything_isTaken() {
    StoreUri uri = StoreUri.parse("hbase://zk1,zk2:4321/my_wiki?timeout=1500ms&znode=/hb/2");
    assertThat(uri.quorum()).isEqualTo("zk1,zk2");
    assertThat(uri.port()).isEqualTo(4321);
    assertThat(uri.timeout()).isEqualTo(Duration.ofMillis(1500));
    assertThat(uri.znode()).isEqualTo("/hb/2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hdfs://localhost:8020/staging",
        "hdfs://nameservice/tmp/staging",
        "hdfs://[::1]:8020/staging",
        "file:/tmp/staging",
        "file:///tmp/staging"
      })
  void parse_directoryForHFiles_isTaken(String directory) {
    assertThat(StoreUri.parse("hbase://localhost/wiki?hfiles=" + directory).hfiles())
        .contains(directory);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hbase:localhost/wiki",
        "hbase://a:1,b:2/wiki",
        "hbase://[::1]:1/wiki",
        "hbase://localhost",
        "hbase://localhost:0/wiki",
        "hbase://localhost:99999/wiki",
        "hbase://localhost/default",
        "hbase://localhost/hbase",
        "hbase://localhost/wi-ki",
        "hbase://localhost/wiki?timeout=0s",
        "hbase://localhost/wiki?timeout=fast",
        "hbase://localhost/wiki?znode=hbase",
        "hbase://localhost/wiki?hfiles=/tmp/staging",
        "hbase://localhost/wiki?hfiles=hdfs://localhost:8020",
        "hbase://localhost/wiki?hfiles=hdfs://localhost:8020/",
        "hbase://localhost/wiki?hfiles=hdfs:///staging",
        "hbase://localhost/wiki?hfiles=s3a://bucket/staging",
        "hbase://localhost/wiki?hfiles=file:staging",
        "hbase://localhost/wiki?hfile-bytes-min=-1",
        "hbase://localhost/wiki?colour=red"
      })
  void parse_other_isRefusedByName(String text) {
    assertThatThrownBy(() -> StoreUri.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(text.contains("/default") ? "default" : text);
  }
}
