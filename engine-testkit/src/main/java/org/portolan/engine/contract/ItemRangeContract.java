package org.portolan.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.portolan.engine.Change;
import org.portolan.engine.Durability;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.types.Tuple;

/** The removal of a range of items. The order is descending rank, then ascending name. */
abstract class ItemRangeContract extends EngineFixture {
  private static final long START = System.currentTimeMillis() - 60_000;

  @Override
  void requireCapabilities() {
    Assumptions.assumeTrue(capabilities().itemRanges(), "the engine removes items one by one");
  }

  private static Change remove(KeyRange range) {
    return new Change.DeleteItems("entries", range);
  }

  private static KeyRange range(Tuple from, boolean fromInclusive, Tuple to, boolean toInclusive) {
    return new KeyRange(from, fromInclusive, to, toInclusive);
  }

  /** Returns the range of the keys whose rank is at least {@code rank}: they come first. */
  private static KeyRange downTo(long rank) {
    return range(Tuple.EMPTY, true, Tuple.of(rank), true);
  }

  private void writeAbcde(String user) {
    write(user, 1, entry(1, "d", ""), entry(9, "b", ""), entry(5, "c", ""));
    write(user, 1, entry(9, "a", ""), entry(-3, "e", ""));
  }

  private List<String> entries(String user) {
    return names(read(user, 1, allEntries()));
  }

  private List<String> left(KeyRange removed) {
    write("anna", 1, new Change.DeleteFamily("entries"));
    writeAbcde("anna");
    write("anna", 1, remove(removed));
    return entries("anna");
  }

  @Test
  void deleteItems_ofRanges_leavesTheOthers() {
    Tuple nine = Tuple.of(9L);
    Tuple one = Tuple.of(1L);
    assertThat(left(downTo(5))).containsExactly("d", "e");
    assertThat(left(downTo(6))).containsExactly("c", "d", "e");
    assertThat(left(range(Tuple.EMPTY, false, Tuple.of(5L), false))).containsExactly("c", "d", "e");
    assertThat(left(range(Tuple.of(5L), true, Tuple.EMPTY, true))).containsExactly("a", "b");
    assertThat(left(range(Tuple.of(5L), false, Tuple.EMPTY, true))).containsExactly("a", "b", "c");
    assertThat(left(range(nine, false, one, true))).containsExactly("a", "b", "e");
    assertThat(left(range(nine, true, one, false))).containsExactly("d", "e");
    assertThat(left(KeyRange.startingWith(nine))).containsExactly("c", "d", "e");
    assertThat(left(KeyRange.startingWith(Tuple.of(9L, "b")))).containsExactly("a", "c", "d", "e");
    assertThat(left(range(Tuple.of(9L, "a"), false, nine, true)))
        .containsExactly("a", "c", "d", "e");
    assertThat(left(range(nine, true, Tuple.of(9L, "b"), false)))
        .containsExactly("b", "c", "d", "e");
    assertThat(left(range(one, true, nine, true))).containsExactly("a", "b", "c", "d", "e");
    assertThat(left(range(nine, false, nine, true))).containsExactly("a", "b", "c", "d", "e");
    assertThat(left(KeyRange.ALL)).isEmpty();
  }

  @Test
  void deleteItems_ofOneRow_leavesOtherRowsAndFamilies() {
    writeAbcde("anna");
    writeAbcde("berta");
    write("anna", 2, entry(9, "near", ""));
    write("anna", 1, body("t", 1), remove(KeyRange.ALL));
    assertThat(read("anna", 1, allEntries()).isEmpty()).isTrue();
    assertThat(number(engine, "anna", 1)).isEqualTo(1);
    assertThat(entries("berta")).hasSize(5);
    assertThat(names(read("anna", 2, allEntries()))).containsExactly("near");
  }

  @Test
  void deleteItems_amongOtherChanges_appliesInItsOrder() {
    writeAbcde("anna");
    write(
        "anna",
        1,
        entry(9, "gone", ""),
        entry(-5, "kept", ""),
        remove(downTo(5)),
        entry(9, "new", ""),
        remove(KeyRange.startingWith(Tuple.of(1L))));
    assertThat(entries("anna")).containsExactly("new", "e", "kept");
    engine.mutate(
        change("berta", 1, entry(9, "gone", ""), remove(downTo(5)), entry(9, "new", "")).at(START),
        Durability.BUFFERED);
    assertThat(entries("berta")).containsExactly("new");
  }

  @Test
  void deleteItems_thenPutInALaterMutation_keepsIt() {
    for (int round = 0; round < 50; round++) {
      write("anna", 1, remove(downTo(5)));
      write("anna", 1, entry(9, "round " + round, ""));
      assertThat(entries("anna")).containsExactly("round " + round);
    }
  }

  private void writeAt(long version, Change... changes) {
    engine.mutate(change("anna", 1, changes).at(START + version), Durability.BUFFERED);
  }

  @Test
  void deleteItems_atAVersion_removesWhatIsNotNewer() {
    writeAt(3, entry(9, "older", ""));
    writeAt(5, entry(8, "same", ""));
    writeAt(6, entry(7, "newer", ""));
    writeAt(3, entry(1, "outside", ""));
    writeAt(5, remove(downTo(5)));
    assertThat(entries("anna")).containsExactly("newer", "outside");
  }

  @Test
  void put_lateIntoARemovedRange_isVoid() {
    writeAt(5, remove(downTo(5)));
    writeAt(4, entry(9, "older", ""));
    writeAt(5, entry(8, "same", ""));
    writeAt(4, entry(4, "outside", ""));
    assertThat(entries("anna")).containsExactly("outside");
    writeAt(6, entry(9, "newer", ""));
    assertThat(entries("anna")).containsExactly("newer", "outside");
    writeAt(5, remove(downTo(5)));
    assertThat(entries("anna")).containsExactly("newer", "outside");
  }

  @Test
  void changes_shuffledAndRepeated_comeToTheSame() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 20; round++) {
      List<Mutation> history = new ArrayList<>();
      for (int step = 1; step <= 8; step++) {
        Change change =
            random.nextInt(3) == 0
                ? remove(downTo(random.nextInt(6)))
                : entry(random.nextInt(6), "n", "step " + step);
        history.add(change("ordered", round, change).at(START + step));
      }
      history.forEach(mutation -> engine.mutate(mutation, Durability.BUFFERED));
      List<Mutation> arrivals = new ArrayList<>(history);
      arrivals.addAll(history.subList(0, 5));
      Collections.shuffle(arrivals, random);
      for (Mutation mutation : arrivals) {
        Mutation other =
            change("shuffled", round, mutation.changes().get(0))
                .at(mutation.version().orElseThrow());
        engine.mutate(other, Durability.BUFFERED);
      }
      assertThat(read("shuffled", round, allEntries()).itemsOf("entries"))
          .as("seed %d round %d", seed, round)
          .isEqualTo(read("ordered", round, allEntries()).itemsOf("entries"));
    }
  }

  @Test
  void deleteItems_ofVeryMany_isOneChange() {
    for (int start = 0; start < 10_000; start += 1_000) {
      int first = start;
      engine.mutate(
          Mutation.of(
              ContractTables.EVENTS,
              key("anna", 1),
              IntStream.range(first, first + 1_000)
                  .mapToObj(rank -> entry(rank, "n", null))
                  .toList()),
          Durability.BUFFERED);
    }
    write("anna", 1, remove(downTo(2)));
    assertThat(read("anna", 1, allEntries()).itemsOf("entries"))
        .extracting(item -> item.key().get(0))
        .containsExactly(1L, 0L);
  }

  @Test
  void range_beyondOneSlice_isNoChange() {
    for (KeyRange range :
        List.of(
            KeyRange.ALL.after(Tuple.of(5L, "c")),
            KeyRange.ALL.before(Tuple.of(5L, "c")),
            range(Tuple.of(9L, "a"), true, Tuple.of(5L, "c"), true),
            range(Tuple.of(9L), true, Tuple.of(5L, "c"), true))) {
      assertThatThrownBy(() -> remove(range))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("divide the range");
    }
  }
}
