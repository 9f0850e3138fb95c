package org.portolan.data.internal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.StoreMismatchException;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.repaired.HookedEngine;
import org.portolan.engine.Durability;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.fixture.MemoryCluster;

class EpochTest {
  private final HookedEngine engine = new HookedEngine(MemoryCluster.ofRows("e", 1).connect());
  private final StoreMeta meta = new StoreMeta(engine);

  @BeforeEach
  void create() {
    engine.createTable(StoreSchema.metaTable());
  }

  @Test
  void read_neverWritten_isZero() {
    assertThat(Epoch.read(meta)).isZero();
    assertThat(Epoch.readSurely(meta)).isZero();
  }

  @Test
  void write_rises() {
    Epoch.write(meta, 1);
    Epoch.write(meta, 3);
    Epoch.write(meta, 3);

    assertThat(Epoch.read(meta)).isEqualTo(3);
    assertThat(Epoch.readSurely(meta)).isEqualTo(3);
  }

  @Test
  void write_laterOneStands_isRefused() {
    Epoch.write(meta, 3);

    assertThatThrownBy(() -> Epoch.write(meta, 2))
        .isInstanceOf(EpochOverException.class)
        .hasMessageContaining("epoch 2")
        .hasMessageContaining("epoch 3");
    assertThat(Epoch.read(meta)).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void write_answerLost_isWritten(boolean made) {
    Epoch.write(meta, 1);
    engine.beforeWrite =
        mutations -> {
          engine.beforeWrite = any -> {};
          if (made) {
            engine.mutateAll(mutations, Durability.SYNCED);
          }
          throw new OutcomeUnknownException("lost");
        };

    Epoch.write(meta, 2);

    assertThat(Epoch.read(meta)).isEqualTo(2);
  }

  /** Another process may have left it on few replicas. */
  @Test
  void write_alreadyThere_isBroughtToAll() {
    Epoch.write(meta, 2);
    AtomicInteger conditions = new AtomicInteger();
    engine.beforeWrite = mutations -> conditions.incrementAndGet();

    Epoch.write(meta, 2);

    assertThat(conditions).hasValue(1);
    assertThat(Epoch.read(meta)).isEqualTo(2);
  }

  @Test
  void read_damaged_isRefused() {
    meta.write("epoch", "soon");

    for (Runnable read : List.<Runnable>of(() -> Epoch.read(meta), () -> Epoch.readSurely(meta))) {
      assertThatThrownBy(read::run)
          .isInstanceOf(StoreMismatchException.class)
          .hasMessageContaining("'soon'");
    }
  }
}
