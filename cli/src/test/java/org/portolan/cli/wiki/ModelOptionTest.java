package org.portolan.cli.wiki;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.engine.Engines;
import org.portolan.wiki.WikiModel;

class ModelOptionTest {
  @ParameterizedTest
  @CsvSource({
    "rocksdb:wiki, wide-row",
    "hbase://127.0.0.1:2181/wiki, wide-row",
    "cassandra://127.0.0.1:9042/wiki, wide-row",
    "ignite://127.0.0.1:10800/wiki, tree"
  })
  void withoutTheOptionTheModelIsOneThatStaysFlat(String uri, String model) {
    assertThat(WikiModel.preferredOn(Engines.ofUri(uri).capabilities()).spelling())
        .isEqualTo(model);
  }
}
