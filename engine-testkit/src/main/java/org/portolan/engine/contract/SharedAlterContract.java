package org.portolan.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.portolan.engine.Engine;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.TableSchema;

/** Alterations of a table that other threads and other clients use. */
abstract class SharedAlterContract extends AlterFixture {
  /** Opens the store once more, beside the open engine; empty if only one client can have it. */
  abstract Optional<Engine> openBeside();

  @Test
  void alterTable_whileOthersReadAndWrite_disturbsNone() {
    TableSchema before = notes(TEXTS);
    TableSchema after = notes(MORE_TEXTS, SIZES);
    engine.createTable(before);
    put(1, "texts", "old", "words");
    AtomicBoolean altered = new AtomicBoolean();
    List<Boolean> right =
        race(
            List.of(
                () -> readsRight(altered),
                () -> writesRight(altered),
                () -> {
                  try {
                    engine.alterTable(before, after);
                  } finally {
                    altered.set(true);
                  }
                  return true;
                }));
    assertThat(right).containsOnly(true);
    assertThat(columnsOf(1, "texts")).isEqualTo(values("old", "words", null, null, null));
  }

  private boolean readsRight(AtomicBoolean end) {
    boolean right = true;
    do {
      List<Object> found = columnsOf(1, "texts").orElse(List.of());
      right &= found.size() >= 2 && found.subList(0, 2).equals(List.of("old", "words"));
      right &= !row(engine, 1, new FamilyRead.Presence("texts")).isEmpty();
    } while (!end.get());
    return right;
  }

  private boolean writesRight(AtomicBoolean end) {
    boolean right = true;
    for (int round = 0; !end.get(); round++) {
      put(2, "texts", "round " + round, "words");
      right &= columnsOf(2, "texts").orElseThrow().get(0).equals("round " + round);
    }
    return right;
  }

  @Test
  void alterTable_byAnotherClient_leavesWhatThisOneKnows() {
    TableSchema before = notes(TEXTS, SIZES);
    TableSchema after = notes(MORE_TEXTS, family("flags", "flag boolean"));
    engine.createTable(before);
    put(1, "texts", "old", "words");
    put(1, "sizes", 1L);
    Engine other =
        openBeside().orElseGet(() -> Assumptions.abort("one client at a time has the store"));
    try (other) {
      assertThat(columnsOf(other, 1, "texts")).isEqualTo(values("old", "words"));
      put(other, 2, "texts", "other", null);
      engine.alterTable(before, after);
      put(2, "texts", "new", "words", 5L, "noted", null);
      requireKnown(other);
      requireHarmlessPut(other);
      assertThat(other.tables()).contains(after);
      assertThat(columnsOf(other, 1, "texts")).isEqualTo(values("old", "words", null, null, null));
      assertThat(columnsOf(other, 1, "flags")).isEmpty();
      put(other, 1, "flags", true);
      put(other, 3, "texts", "third", null, null, null, null);
      assertThat(columnsOf(1, "flags")).isEqualTo(values(true));
      assertThat(columnsOf(3, "texts")).isEqualTo(values("third", null, null, null, null));
      assertThatThrownBy(() -> columnsOf(other, 1, "sizes"))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void alterTable_ofATableThatAnotherClientThenCreates_isFoundWithItsAlterations() {
    TableSchema before = notes(family("left", "x text"), family("right", "x text"));
    TableSchema after =
        notes(family("left", "x text", "a long"), family("right", "x text", "a long"));
    Engine other =
        openBeside().orElseGet(() -> Assumptions.abort("one client at a time has the store"));
    try (other) {
      engine.createTable(before);
      put(1, "left", "lx");
      put(1, "right", "rx");
      TableSchema between = notes(family("left", "x text"), family("right", "x text", "a long"));
      engine.alterTable(before, between);
      put(2, "right", "rx", 2L);
      engine.alterTable(between, after);
      other.createTable(after);
      assertThat(columnsOf(other, 1, "left")).isEqualTo(values("lx", null));
      assertThat(columnsOf(other, 1, "right")).isEqualTo(values("rx", null));
      assertThat(columnsOf(other, 2, "right")).isEqualTo(values("rx", 2L));
      assertThat(row(other, 1, new FamilyRead.Presence("left")).isEmpty()).isFalse();
      put(other, 3, "left", "lx", 3L);
      assertThat(columnsOf(3, "left")).isEqualTo(values("lx", 3L));
    }
  }

  private static void requireKnown(Engine other) {
    for (long id : List.of(1L, 2L)) {
      List<Object> expected = Arrays.asList(id == 1 ? "old" : "new", "words");
      assertThat(columnsOf(other, id, "texts").orElseThrow().subList(0, 2)).isEqualTo(expected);
      Row part = row(other, id, new FamilyRead.Columns("texts", List.of("body")));
      assertThat(part.family("texts").orElseThrow().subList(0, 2))
          .isEqualTo(Arrays.asList(null, "words"));
      assertThat(row(other, id, new FamilyRead.Presence("texts")).isEmpty()).isFalse();
    }
    assertThat(other.scan(Scan.of(NOTES, KeyRange.ALL, 10, FamilyRead.all("texts"))).rows())
        .extracting(each -> each.family("texts").orElseThrow().get(1))
        .containsExactly("words", "words");
  }

  /** The other client does not know the appended columns yet. */
  private void requireHarmlessPut(Engine other) {
    put(other, 2, "texts", "again", "words");
    assertThat(columnsOf(2, "texts"))
        .isIn(
            values("again", "words", 5L, "noted", null),
            values("again", "words", null, null, null));
  }

  @Test
  void alterTable_itemsByAnotherClient_leavesTheColumnsThatThisOneKnows() {
    Assumptions.assumeTrue(capabilities().items(), "no items");
    TableSchema before = notes(items("pair", "a text", "b int"));
    engine.createTable(before);
    putItem(1, "pair", 1, "a", 1);
    Engine other =
        openBeside().orElseGet(() -> Assumptions.abort("one client at a time has the store"));
    try (other) {
      assertThat(row(other, 1, itemsOf("pair")).itemsOf("pair")).hasSize(1);
      engine.alterTable(before, notes(items("pair", "a text", "b int", "c long")));
      putItem(1, "pair", 2, "a", 2, 3L);
      assertThat(row(other, 1, itemsOf("pair")).itemsOf("pair"))
          .extracting(item -> item.values().subList(0, 2))
          .containsExactly(List.of("a", 1), List.of("a", 2));
    }
  }

  @Test
  void alterTable_byTwoClientsAtOnce_isDoneOnce() {
    TableSchema before = notes(TEXTS, SIZES);
    TableSchema after = notes(MORE_TEXTS, family("flags", "flag boolean"));
    engine.createTable(before);
    put(1, "texts", "old", "words");
    Engine other =
        openBeside().orElseGet(() -> Assumptions.abort("one client at a time has the store"));
    try (other) {
      List<Boolean> done =
          race(
              Stream.of(engine, other)
                  .map(
                      client ->
                          (Callable<Boolean>)
                              () -> {
                                client.alterTable(before, after);
                                put(client, 2, "flags", true);
                                return columnsOf(client, 2, "flags").equals(values(true));
                              })
                  .toList());
      assertThat(done).containsOnly(true);
      assertThat(other.tables()).contains(after);
      assertThat(engine.tables()).contains(after);
      assertThat(columnsOf(other, 1, "texts")).isEqualTo(values("old", "words", null, null, null));
    }
  }
}
