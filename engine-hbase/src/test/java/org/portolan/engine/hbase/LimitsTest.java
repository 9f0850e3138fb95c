package org.portolan.engine.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Mutation;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** Limits by configuration. */
class LimitsTest {
  private static final TableHandle TABLE =
      new TableHandle(
          "store",
          TableSchema.of(
              "page",
              List.of(KeyColumn.of("title", ScalarType.TEXT)),
              new ColumnFamily("body", List.of(new Column("text", ScalarType.TEXT)))));

  private static Limits limits(String name, String value) {
    Configuration configuration = new Configuration(false);
    configuration.set(name, value);
    return Limits.of(configuration);
  }

  private static RowWrite write(Limits limits, int keyLength, int textLength) {
    Change put = new Change.PutColumns("body", List.of("t".repeat(textLength)));
    return RowWrite.of(TABLE, Mutation.of("page", Tuple.of("k".repeat(keyLength)), put), limits);
  }

  @Test
  void of_nothingConfigured_areTheDefaults() {
    assertThat(Limits.of(new Configuration(false))).isEqualTo(Limits.DEFAULT);
    assertThat(limits("hbase.client.keyvalue.maxsize", "0").capabilities().valueBytesMax())
        .isEqualTo(Limits.DEFAULT.capabilities().valueBytesMax());
  }

  @Test
  void of_smallerCells_countTheRowKeyToo() {
    for (String name : List.of("hbase.client.keyvalue.maxsize", "hbase.server.keyvalue.maxsize")) {
      Limits limits = limits(name, "100000");
      assertThat(limits.capabilities().valueBytesMax()).isEqualTo(100_000);
      assertThatCode(() -> write(limits, 30_000, 69_900)).doesNotThrowAnyException();
      assertThatThrownBy(() -> write(limits, 30_000, 70_000))
          .isInstanceOf(CapabilityException.class)
          .hasMessageContaining("at most 100000 fit");
    }
  }

  @Test
  void of_smallerRequests_areQuartered() {
    Limits limits = limits("hbase.ipc.max.request.size", "400000");
    assertThat(limits.capabilities().transactionBytesMax()).isEqualTo(100_000);
    assertThatThrownBy(() -> write(limits, 10, 100_000))
        .isInstanceOf(CapabilityException.class)
        .hasMessageContaining("divide them");
  }
}
