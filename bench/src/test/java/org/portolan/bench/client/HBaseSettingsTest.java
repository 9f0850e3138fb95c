package org.portolan.bench.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.engine.adapter.ClusterUri;

class HBaseSettingsTest {

  /** The engine accepts all of these, see its StoreUri. */
  @ParameterizedTest
  @CsvSource({
    "hbase://a/ns, a, 2181, /hbase",
    "'hbase://a,b/ns', 'a,b', 2181, /hbase",
    "'hbase://a,b:2182/ns?timeout=9s', 'a,b', 2182, /hbase",
    "hbase://a/ns?znode=/other, a, 2181, /other"
  })
  void of_aUri_isTheClusterOfTheEngine(String uri, String quorum, int port, String znode) {
    Configuration settings = HBaseSettings.of(ClusterUri.parse(uri, "hbase://HOST/NAMESPACE"));
    assertThat(settings.get("hbase.zookeeper.quorum")).isEqualTo(quorum);
    assertThat(settings.getInt("hbase.zookeeper.property.clientPort", 0)).isEqualTo(port);
    assertThat(settings.get("zookeeper.znode.parent")).isEqualTo(znode);
  }
}
