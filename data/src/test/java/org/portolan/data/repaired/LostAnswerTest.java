package org.portolan.data.repaired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** Histories in which a writer's answer is lost, and its change arrives much later. */
class LostAnswerTest extends StoreStory {
  private final List<Mutation> underway = new ArrayList<>();

  LostAnswerTest() {
    super(1);
  }

  private static boolean isOf(List<Mutation> mutations, String title) {
    return mutations.stream()
        .anyMatch(each -> each.table().equals("page") && each.key().equals(Tuple.of(title)));
  }

  /**
   * The writer makes sure of the state that it has found by a change of nothing. If this change
   * comes late, it must not bring back an outbox that was cleared since.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void changeOfNothing_thatComesLate_bringsNoReceiptBack(boolean rows) {
    MemoryCluster cluster = cluster(rows);
    HookedEngine slow = new HookedEngine(cluster.connect());
    try (Store writer = open(slow);
        Store other = open(cluster.connect());
        Engine network = cluster.connect()) {
      put(other, "victim");
      put(other, "standing");
      other.sweep();
      slow.beforeWrite =
          mutations -> {
            if (!isOf(mutations, "victim")) {
              return;
            }
            slow.beforeWrite =
                unchanged -> {
                  if (isOf(unchanged, "victim")) {
                    slow.beforeWrite = any -> {};
                    underway.addAll(unchanged);
                    throw new OutcomeUnknownException("it comes late");
                  }
                };
            network.mutateAll(mutations, Durability.SYNCED);
            other.write(transaction -> transaction.delete("page", Tuple.of("victim")));
            throw new OutcomeUnknownException("its answer is lost");
          };
      assertThat(
              (boolean)
                  writer.write(
                      transaction ->
                          transaction.update(
                              "page", Tuple.of("victim"), Map.of("text", "updated"))))
          .isTrue();
      assertThat(underway).hasSize(1);
      writer.sweep();
      other.sweep();
      writer.sweep();
      assertThat(other.counter("pages")).isEqualTo(1);

      network.mutateAll(underway, Durability.SYNCED);

      requirePages(other, 1);
    }
  }

  /**
   * A row of a buffered write arrives after its writer has given up, and is finished all the same.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void bufferedRow_thatComesLate_isMadeVoidOrFinished(boolean rows) {
    MemoryCluster cluster = cluster(rows);
    HookedEngine slow = new HookedEngine(cluster.connect());
    Store writer = open(slow);
    try (Store other = open(cluster.connect());
        Engine network = cluster.connect()) {
      put(other, "standing");
      slow.beforeWrite =
          mutations -> {
            if (isOf(mutations, "first")) {
              slow.beforeWrite = any -> {};
              underway.addAll(mutations);
              throw new OutcomeUnknownException("they come late");
            }
          };
      assertThatThrownBy(
              () ->
                  writer.write(
                      Durability.BUFFERED,
                      transaction -> {
                        for (String title : List.of("first", "second", "last")) {
                          transaction.put(
                              "page",
                              Tuple.of(title),
                              Map.of("text", title, "links", Set.of("target")));
                        }
                        return null;
                      }))
          .isNotNull();
      assertThat(underway).hasSize(2);
      writer.close();

      List<Boolean> made = network.mutateAll(underway, Durability.SYNCED);

      for (int later = 0; later < 3; later++) {
        other.sweep();
        pass(Duration.ofMinutes(5));
      }
      long late = made.stream().filter(held -> held).count();
      assertThat(other.index("cells_single", Tuple.of("target"), Paging.first(9)).entries())
          .as("entries of the rows that were made late")
          .hasSize((int) late);
      assertThat(other.counter("pages")).isEqualTo(1 + late);
    }
  }
}
