package org.portolan.data.internal.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.repaired.HookedEngine;
import org.portolan.engine.Durability;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

class StoreMetaTest {
  private final MemoryCluster cluster = MemoryCluster.ofRows("meta", 1);
  private final HookedEngine engine = new HookedEngine(cluster.connect());
  private final StoreMeta meta = new StoreMeta(engine);

  @BeforeEach
  void create() {
    engine.createTable(StoreSchema.metaTable());
    meta.write("check", "first");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void write_answerLost_isWrittenAllTheSame(boolean made) {
    List<Mutation> late = new ArrayList<>();
    engine.beforeWrite =
        mutations -> {
          engine.beforeWrite = any -> {};
          late.addAll(mutations);
          if (made) {
            engine.mutateAll(mutations, Durability.SYNCED);
          }
          throw new OutcomeUnknownException("lost");
        };

    meta.write("check", "second");

    assertThat(meta.read("check")).contains("second");
    meta.write("check", "third");
    assertThat(engine.mutateAll(late, Durability.SYNCED)).containsExactly(false);
    assertThat(meta.read("check")).contains("third");
  }

  @Test
  void write_answerAlwaysLost_isToldSo() {
    engine.beforeWrite =
        mutations -> {
          throw new OutcomeUnknownException("lost");
        };

    assertThatThrownBy(() -> meta.write("check", "second"))
        .isInstanceOf(OutcomeUnknownException.class);
  }

  @Test
  void readSurely_textThatFewReplicasHave_isFound() {
    var below = engine.reads;
    AtomicBoolean isSeenByAll = new AtomicBoolean();
    engine.beforeWrite = mutations -> isSeenByAll.set(true);
    engine.reads =
        gets ->
            isSeenByAll.get()
                ? below.apply(gets)
                : below.apply(
                    gets.stream()
                        .map(get -> new Get(get.table(), Tuple.of("none"), get.families()))
                        .toList());

    assertThat(meta.readSurely("check")).contains("first");
  }

  @Test
  void readSurely_nothingWritten_isEmptyAndLeavesNothing() {
    assertThat(meta.readSurely("none")).isEmpty();
    assertThat(meta.writeFirst("none", "first")).isTrue();
    assertThat(meta.read("none")).contains("first");
  }
}
