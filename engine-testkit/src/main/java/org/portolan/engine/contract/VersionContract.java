package org.portolan.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.portolan.engine.Change;
import org.portolan.engine.Condition;
import org.portolan.engine.Durability;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.types.Tuple;

/** Changes with versions: the highest version wins, in whatever order they arrive. */
abstract class VersionContract extends EngineFixture {
  private static final long START = System.currentTimeMillis() - 60_000;

  @BeforeEach
  void requireVersions() {
    Assumptions.assumeTrue(capabilities().versions(), "the engine has no versions");
  }

  private void writeAt(long version, Change... changes) {
    engine.mutate(change("anna", 1, changes).at(START + version), Durability.BUFFERED);
  }

  private List<Row.Item> entries() {
    return read("anna", 1, allEntries()).itemsOf("entries");
  }

  private static Change remove(long rank, String name) {
    return new Change.DeleteItem("entries", Tuple.of(rank, name));
  }

  @Test
  void put_olderThanTheRemoval_isVoid() {
    Assumptions.assumeTrue(capabilities().items(), "the engine has no items");
    writeAt(5, remove(1, "a"));
    writeAt(4, entry(1, "a", "late"));
    assertThat(entries()).isEmpty();
    writeAt(6, entry(1, "a", "newer"));
    assertThat(entries()).hasSize(1);
  }

  @Test
  void removal_olderThanThePut_isVoid() {
    Assumptions.assumeTrue(capabilities().items(), "the engine has no items");
    writeAt(5, entry(1, "a", "newer"));
    writeAt(4, remove(1, "a"));
    assertThat(entries()).extracting(item -> item.values().get(0)).containsExactly("newer");
  }

  @Test
  void put_olderThanAPut_isVoid() {
    Assumptions.assumeTrue(capabilities().items(), "the engine has no items");
    writeAt(5, entry(1, "a", "newer"));
    writeAt(4, entry(1, "a", "late"));
    assertThat(entries()).extracting(item -> item.values().get(0)).containsExactly("newer");
  }

  @Test
  void items_shuffledAndRepeated_comeToTheSame() {
    Assumptions.assumeTrue(capabilities().items(), "the engine has no items");
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 20; round++) {
      List<Mutation> history = new ArrayList<>();
      for (int step = 1; step <= 6; step++) {
        Change change = random.nextInt(3) == 0 ? remove(1, "a") : entry(1, "a", "step " + step);
        history.add(change("shuffled", round, change).at(START + step));
      }
      List<Mutation> arrivals = new ArrayList<>(history);
      arrivals.addAll(history.subList(0, 4));
      Collections.shuffle(arrivals, random);
      arrivals.forEach(mutation -> engine.mutate(mutation, Durability.BUFFERED));
      Change last = history.get(5).changes().get(0);
      List<Row.Item> items = read("shuffled", round, allEntries()).itemsOf("entries");
      if (last instanceof Change.PutItem put) {
        assertThat(items)
            .as("seed %d round %d", seed, round)
            .extracting(Row.Item::values)
            .containsExactly(put.values());
      } else {
        assertThat(items).as("seed %d round %d", seed, round).isEmpty();
      }
    }
  }

  @Test
  void columns_inAnyOrder_showTheHighestVersion() {
    writeAt(5, body("five", null));
    writeAt(4, body("four", 4));
    assertThat(readBody("anna", 1).family("body").orElseThrow()).containsExactly("five", null);
    writeAt(7, new Change.DeleteFamily("body"));
    writeAt(6, body("six", 6));
    assertThat(readBody("anna", 1).isEmpty()).isTrue();
    writeAt(8, body(null, 8));
    assertThat(readBody("anna", 1).family("body").orElseThrow()).containsExactly(null, 8);
  }

  @Test
  void familyOfItems_removedAtAVersion_keepsNewerItems() {
    Assumptions.assumeTrue(capabilities().items(), "the engine has no items");
    writeAt(3, entry(1, "a", ""), entry(2, "b", ""));
    writeAt(9, entry(3, "c", ""));
    writeAt(5, new Change.DeleteFamily("entries"));
    writeAt(4, entry(4, "d", ""));
    assertThat(names(read("anna", 1, allEntries()))).containsExactly("c");
  }

  @Test
  void mutateAll_withVersions_ordersThem() {
    engine.mutateAll(
        List.of(
            change("anna", 1, body("newer", 2)).at(START + 2),
            change("anna", 1, body("older", 1)).at(START + 1),
            change("berta", 1, body("alone", 3)).at(START + 3)),
        Durability.BUFFERED);
    assertThat(number(engine, "anna", 1)).isEqualTo(2);
    assertThat(number(engine, "berta", 1)).isEqualTo(3);
  }

  @Test
  void condition_withRisingVersions_decidesTheColumns() {
    for (int step = 1; step <= 20; step++) {
      Condition condition =
          step == 1
              ? new Condition.Absent("body")
              : new Condition.ColumnEquals("body", "number", step - 1);
      Mutation mutation =
          change("anna", 1, body(step % 2 == 0 ? null : "odd", step))
              .on(condition)
              .at(START + step);
      assertThat(engine.mutate(mutation, Durability.BUFFERED)).isTrue();
      assertThat(engine.mutate(mutation, Durability.BUFFERED)).isFalse();
      assertThat(readBody("anna", 1).family("body").orElseThrow())
          .containsExactly(step % 2 == 0 ? null : "odd", step);
    }
  }
}
