package org.portolan.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.engine.Engine;
import org.portolan.engine.Engines;

class KindTest {
  @ParameterizedTest
  @EnumSource
  void capabilities_areThoseOfTheRealEngine(Kind kind) {
    assertThat(kind.capabilities()).isEqualTo(Engines.provider(kind.scheme()).capabilities());
  }

  @ParameterizedTest
  @EnumSource
  void engineInMemory_hasTheCapabilitiesOfItsKind(Kind kind) {
    try (Engine engine = MemoryEngines.connect(kind, InstantSource.system(), 1)) {
      assertThat(engine.capabilities()).isEqualTo(kind.capabilities());
    }
  }

  @Test
  void of_unknownScheme_listsTheEngines() {
    assertThat(Kind.of("cassandra://127.0.0.1/shop")).isEqualTo(Kind.CASSANDRA);
    assertThatThrownBy(() -> Kind.of("mysql://127.0.0.1/shop"))
        .hasMessage(
            "cannot test on 'mysql://127.0.0.1/shop': there is no engine 'mysql'; choose hbase,"
                + " cassandra, ignite or rocksdb");
  }
}
