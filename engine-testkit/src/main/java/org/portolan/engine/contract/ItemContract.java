package org.portolan.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.portolan.engine.Change;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.types.Tuple;

/** Items and counters of a row. The order of items is descending rank, then ascending name. */
abstract class ItemContract extends EngineFixture {

  @BeforeEach
  void requireItems() {
    if (!capabilities().items()) {
      assertThatThrownBy(() -> write("anna", 1, entry(1, "a", "")))
          .isInstanceOf(IllegalArgumentException.class);
    }
    Assumptions.assumeTrue(capabilities().items(), "the engine has no items, and refuses them");
  }

  private void writeAbcde() {
    write("anna", 1, entry(1, "d", "1d"), entry(9, "b", "9b"), entry(5, "c", "5c"));
    write("anna", 1, entry(9, "a", "9a"), entry(-3, "e", "-3e"));
    write("anna", 0, entry(100, "before", ""));
    write("anna", 2, entry(-100, "after", ""));
  }

  private List<String> range(KeyRange range, int limit, boolean reversed) {
    return names(read("anna", 1, new FamilyRead.Items("entries", range, limit, reversed)));
  }

  @Test
  void items_all_comeInKeyOrder() {
    writeAbcde();
    Row row = read("anna", 1, allEntries());
    assertThat(names(row)).containsExactly("a", "b", "c", "d", "e");
    assertThat(row.itemsOf("entries").get(2))
        .isEqualTo(new Row.Item(Tuple.of(5L, "c"), List.of("5c")));
  }

  @Test
  void items_reversedAndLimited_beginAtTheEnd() {
    writeAbcde();
    assertThat(range(KeyRange.ALL, 10, true)).containsExactly("e", "d", "c", "b", "a");
    assertThat(range(KeyRange.ALL, 2, true)).containsExactly("e", "d");
    assertThat(range(KeyRange.ALL, 2, false)).containsExactly("a", "b");
  }

  @Test
  void items_inRange_obeyPartialBounds() {
    writeAbcde();
    Tuple nine = Tuple.of(9L);
    Tuple one = Tuple.of(1L);
    assertThat(range(KeyRange.startingWith(nine), 10, false)).containsExactly("a", "b");
    assertThat(range(new KeyRange(nine, false, one, true), 10, false)).containsExactly("c", "d");
    assertThat(range(new KeyRange(nine, true, one, false), 10, false))
        .containsExactly("a", "b", "c");
    assertThat(range(new KeyRange(nine, false, Tuple.EMPTY, false), 10, true))
        .containsExactly("e", "d", "c");
    assertThat(range(new KeyRange(Tuple.EMPTY, false, Tuple.of(9L, "b"), false), 10, false))
        .containsExactly("a");
    assertThat(range(new KeyRange(one, true, nine, true), 10, false)).isEmpty();
    assertThat(range(KeyRange.ALL.after(Tuple.of(5L, "c")), 10, false)).containsExactly("d", "e");
    assertThat(range(KeyRange.ALL.before(Tuple.of(5L, "c")), 10, true)).containsExactly("b", "a");
  }

  @Test
  void itemsByKey_asked_giveThoseThatExistInKeyOrder() {
    writeAbcde();
    Row row =
        read(
            "anna",
            1,
            new FamilyRead.ItemsByKey(
                "entries",
                List.of(
                    Tuple.of(-3L, "e"),
                    Tuple.of(5L, "missing"),
                    Tuple.of(9L, "b"),
                    Tuple.of(-3L, "e"))));
    assertThat(names(row)).containsExactly("b", "e");
  }

  @Test
  void itemsByKey_noneExists_leavesTheRowEmpty() {
    writeAbcde();
    var read = new FamilyRead.ItemsByKey("entries", List.of(Tuple.of(7L, "x")));
    assertThat(read("anna", 1, read).isEmpty()).isTrue();
    assertThat(read("anna", 1, new FamilyRead.ItemsByKey("entries", List.of())).isEmpty()).isTrue();
  }

  @Test
  void putItem_sameKey_replacesItsValues() {
    write("anna", 1, entry(1, "a", "old"));
    write("anna", 1, entry(1, "a", null));
    assertThat(read("anna", 1, allEntries()).itemsOf("entries"))
        .containsExactly(new Row.Item(Tuple.of(1L, "a"), Collections.singletonList(null)));
  }

  @Test
  void deleteItem_oneOfThem_leavesTheOthers() {
    writeAbcde();
    write("anna", 1, new Change.DeleteItem("entries", Tuple.of(9L, "a")));
    write("anna", 1, new Change.DeleteItem("entries", Tuple.of(9L, "never")));
    assertThat(range(KeyRange.ALL, 10, false)).containsExactly("b", "c", "d", "e");
  }

  @Test
  void deleteFamily_ofItems_removesThemAllAndNoOtherRow() {
    writeAbcde();
    write("anna", 1, new Change.DeleteFamily("entries"), entry(4, "new", ""));
    assertThat(range(KeyRange.ALL, 10, false)).containsExactly("new");
    assertThat(names(read("anna", 0, allEntries()))).containsExactly("before");
    assertThat(names(read("anna", 2, allEntries()))).containsExactly("after");
  }

  @Test
  void items_ofRowWithOtherFamilies_comeBesideThem() {
    write("anna", 1, body("t", 1), entry(1, "a", "x"));
    Row row = read("anna", 1, FamilyRead.all("body"), allEntries());
    assertThat(row.family("body")).contains(List.of("t", 1));
    assertThat(names(row)).containsExactly("a");
  }

  @Test
  void row_withItemsOnly_isNotEmpty() {
    write("anna", 1, entry(1, "a", "x"));
    assertThat(read("anna", 1, everything()).isEmpty()).isFalse();
    assertThat(readBody("anna", 1).isEmpty()).isTrue();
  }

  @Test
  void counter_addedTo_sums() {
    Assumptions.assumeTrue(counts(), "the engine has no counters");
    assertThat(read("anna", 1, hits()).isEmpty()).isTrue();
    assertThat(read("anna", 1, hits()).counter("hits")).isZero();
    write("anna", 1, hit(5), hit(-8));
    write("anna", 1, hit(1));
    assertThat(read("anna", 1, hits()).counter("hits")).isEqualTo(-2);
    write("anna", 1, hit(2));
    assertThat(read("anna", 1, hits()).counters()).containsEntry("hits", 0L);
    write("anna", 1, new Change.DeleteFamily("hits"), hit(4));
    assertThat(read("anna", 1, hits()).counter("hits")).isEqualTo(4);
  }

  @Test
  void counter_addedToByMany_losesNothing() {
    Assumptions.assumeTrue(counts(), "the engine has no counters");
    Callable<Integer> adder =
        () -> {
          for (int round = 0; round < 500; round++) {
            write("anna", 1, hit(1));
          }
          return 500;
        };
    assertThat(race(Arrays.asList(adder, adder, adder, adder))).hasSize(4);
    assertThat(read("anna", 1, hits()).counter("hits")).isEqualTo(2_000);
  }
}
