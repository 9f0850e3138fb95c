package org.portolan.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.portolan.engine.Change;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.types.KeyCodec;
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

  /** An engine that only goes forward in a row must find the end of a long one. */
  @Test
  void items_reversedOfALongRow_areTheLastOfTheRange() {
    Random random = new Random(20261128);
    KeyCodec order = new KeyCodec(ContractTables.ENTRIES.itemKey());
    TreeSet<Tuple> keys = new TreeSet<>(order::compare);
    while (keys.size() < 3_000) {
      String name = "Category:" + Integer.toString(random.nextInt(1 << random.nextInt(31)), 36);
      keys.add(Tuple.of((long) random.nextInt(3), name));
    }
    List<Change> changes = new ArrayList<>();
    for (Tuple key : keys) {
      changes.add(entry((Long) key.get(0), key.text(1), "note"));
      if (changes.size() == 1_000) {
        write("anna", 1, changes.toArray(Change[]::new));
        changes.clear();
      }
    }
    write("anna", 2, entry(-100, "of another row", ""));
    List<Tuple> ascending = List.copyOf(keys);
    for (int limit : List.of(1, 50, 700, 5_000)) {
      for (int end : List.of(keys.size(), 2_500, 900, 100, 30, 0)) {
        KeyRange range =
            end == keys.size() ? KeyRange.ALL : KeyRange.ALL.before(ascending.get(end));
        List<Tuple> expected = new ArrayList<>(ascending.subList(Math.max(0, end - limit), end));
        Collections.reverse(expected);
        var wanted = new FamilyRead.Items("entries", range, limit, true);
        assertThat(read("anna", 1, wanted).itemsOf("entries"))
            .as("the last %d of %d", limit, end)
            .extracting(Row.Item::key)
            .containsExactlyElementsOf(expected);
      }
    }
    var two = new FamilyRead.Items("entries", KeyRange.ALL, 2, true);
    List<Row> together =
        engine.get(
            List.of(
                Get.of(ContractTables.EVENTS, key("anna", 2), two),
                Get.of(ContractTables.EVENTS, key("anna", 1), two),
                Get.of(ContractTables.EVENTS, key("anna", 3), two),
                Get.of(ContractTables.EVENTS, key("anna", 1), allEntries())));
    assertThat(together).extracting(row -> names(row).size()).containsExactly(1, 2, 0, 3_000);
    assertThat(together.get(1).itemsOf("entries").get(0).key()).isEqualTo(keys.last());
    KeyRange ofOneRank = KeyRange.startingWith(Tuple.of(1L));
    List<Tuple> ofRank = ascending.stream().filter(key -> key.get(0).equals(1L)).toList();
    write("anna", 1, body("text", 1));
    Row row =
        read(
            "anna", 1, FamilyRead.all("body"), new FamilyRead.Items("entries", ofOneRank, 2, true));
    assertThat(row.itemsOf("entries"))
        .extracting(Row.Item::key)
        .containsExactly(ofRank.get(ofRank.size() - 1), ofRank.get(ofRank.size() - 2));
    assertThat(row.family("body")).isPresent();
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
