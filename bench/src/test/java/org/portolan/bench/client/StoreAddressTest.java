package org.portolan.bench.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalInt;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.bench.client.StoreAddress.Host;

class StoreAddressTest {

  @Test
  void of_aUri_hasItsHostsNameAndOptions() {
    StoreAddress address = StoreAddress.of("cassandra://a:9043,b,[::1]:7/keys?rf=3&dc=north&x");
    assertThat(address.hosts())
        .isEqualTo(
            List.of(
                new Host("a", OptionalInt.of(9043)),
                new Host("b", OptionalInt.empty()),
                new Host("::1", OptionalInt.of(7))));
    assertThat(address.name()).isEqualTo("keys");
    assertThat(address.option("dc")).contains("north");
    assertThat(address.option("timeout")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"hbase://a,b", "hbase://a:b/ns", "hbase:///ns", "hbase://a,,b/ns"})
  void of_anotherForm_isRefusedWithTheEnginesForm(String wrong) {
    assertThatThrownBy(() -> StoreAddress.of(wrong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("'" + wrong + "' is not of the form hbase://ZOOKEEPER-HOST");
  }

  /** The engine accepts all of these, see its StoreUri. */
  @ParameterizedTest
  @CsvSource({
    "hbase://a/ns, a, 2181, /hbase",
    "'hbase://a,b/ns', 'a,b', 2181, /hbase",
    "'hbase://a,b:2182/ns?timeout=9s', 'a,b', 2182, /hbase",
    "hbase://a/ns?znode=/other, a, 2181, /other"
  })
  void hbaseSettings_areThoseOfTheEngine(String uri, String quorum, int port, String znode) {
    Configuration settings = HBaseSettings.of(StoreAddress.of(uri));
    assertThat(settings.get("hbase.zookeeper.quorum")).isEqualTo(quorum);
    assertThat(settings.getInt("hbase.zookeeper.property.clientPort", 0)).isEqualTo(port);
    assertThat(settings.get("zookeeper.znode.parent")).isEqualTo(znode);
  }
}
