package org.portolan.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.TableSchema;

/** Alterations of the columns of items, while items exist. */
abstract class ItemAlterContract extends AlterFixture {
  @Test
  void alterTable_itemColumnsAppended_areNullInOlderItems() {
    Assumptions.assumeTrue(capabilities().items(), "no items");
    TableSchema before = notes(items("none"), items("pair", "a text", "b int"));
    TableSchema after =
        notes(items("none", "first text"), items("pair", "a text", "b int", "c long", "d text"));
    engine.createTable(before);
    putItem(1, "none", 1);
    putItem(1, "pair", 1, "a", null);
    engine.alterTable(before, after);
    putItem(1, "none", 2, "first");
    putItem(1, "pair", 2, "a", 2, null, "d");
    for (int round = 0; round < 2; round++) {
      assertThat(itemValues(1, "none"))
          .containsExactly(Arrays.asList((Object) null), List.of("first"));
      assertThat(itemValues(1, "pair"))
          .containsExactly(Arrays.asList("a", null, null, null), Arrays.asList("a", 2, null, "d"));
      reopen();
    }
    TableSchema later =
        notes(
            items("none", "first text", "second int"),
            items("pair", "a text", "b int", "c long", "d text"));
    engine.alterTable(after, later);
    assertThat(itemValues(1, "none"))
        .containsExactly(Arrays.asList(null, null), Arrays.asList("first", null));
  }

  @Test
  void alterTable_itemsOfOneColumn_takeMoreOrAreRefused() {
    Assumptions.assumeTrue(capabilities().items(), "no items");
    TableSchema before = notes(TEXTS, items("entries", "note text"));
    TableSchema after = notes(TEXTS, items("entries", "note text", "rank long"));
    engine.createTable(before);
    putItem(1, "entries", 1, "noted");
    try {
      engine.alterTable(before, after);
    } catch (CapabilityException refused) {
      assertThat(refused).hasMessageContainingAll("notes", "entries", "column");
      assertThat(engine.tables()).contains(before);
      putItem(1, "entries", 2, "more");
      assertThat(itemValues(1, "entries")).containsExactly(List.of("noted"), List.of("more"));
      return;
    }
    putItem(1, "entries", 2, "more", 2L);
    assertThat(itemValues(1, "entries"))
        .containsExactly(Arrays.asList("noted", null), List.of("more", 2L));
  }

  @Test
  void alterTable_columnsAppendedToItems_writersNeedNotKnowThem() {
    Assumptions.assumeTrue(capabilities().items(), "no items");
    TableSchema before = notes(items("pair", "a text", "b int"), items("bare"));
    TableSchema after = notes(items("pair", "a text", "b int", "c long"), items("bare", "d int"));
    engine.createTable(before);
    engine.alterTable(before, after);
    putItem(1, "pair", 1, "a", 1, 2L);
    putItem(1, "pair", 1, "b", 2);
    assertThat(itemValues(1, "pair")).containsExactly(Arrays.asList("b", 2, null));
    putItem(1, "bare", 1, 3);
    putItem(1, "bare", 1);
    assertThat(itemValues(1, "bare")).containsExactly(Collections.singletonList(null));
  }
}
