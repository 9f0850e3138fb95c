package org.portolan.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Condition;
import org.portolan.engine.CounterFamily;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.Family;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.SchemaMismatchException;
import org.portolan.engine.TableSchema;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** Alterations: columns appended, families added and removed, while rows exist and are used. */
abstract class AlterContract extends AlterFixture {
  @Test
  void alterTable_columnsAppended_areNullInOlderRows() {
    TableSchema after = notes(MORE_TEXTS);
    engine.createTable(notes(TEXTS));
    put(1, "texts", "old", "words");
    put(2, "texts", null, null);
    engine.alterTable(notes(TEXTS), after);
    assertThat(engine.tables()).contains(after);
    put(3, "texts", "new", null, 5L, "noted", null);
    requireAppended(engine);
    reopen();
    assertThat(engine.tables()).contains(after);
    requireAppended(engine);
    put(1, "texts", "old", "words", 6L, null, null);
    assertThat(columnsOf(1, "texts")).isEqualTo(values("old", "words", 6L, null, null));
  }

  /** Reads rows of both times alone, together, in parts and in a scan. */
  private static void requireAppended(Engine client) {
    assertThat(columnsOf(client, 1, "texts")).isEqualTo(values("old", "words", null, null, null));
    assertThat(columnsOf(client, 2, "texts")).isEqualTo(values(null, null, null, null, null));
    assertThat(columnsOf(client, 3, "texts")).isEqualTo(values("new", null, 5L, "noted", null));
    for (FamilyRead read :
        List.of(
            new FamilyRead.Columns("texts", List.of("a_rank")),
            new FamilyRead.Columns("texts", List.of("note", "a_rank")),
            new FamilyRead.Columns("texts", List.of("tags")))) {
      boolean notes = ((FamilyRead.Columns) read).columns().contains("note");
      boolean ranks = ((FamilyRead.Columns) read).columns().contains("a_rank");
      List<Row> rows =
          client.get(Stream.of(1L, 3L, 2L).map(id -> Get.of(NOTES, Tuple.of(id), read)).toList());
      Object noted = notes ? "noted" : null;
      assertThat(rows.get(0).family("texts")).isEqualTo(values(null, null, null, null, null));
      assertThat(rows.get(1).family("texts"))
          .isEqualTo(values(null, null, ranks ? 5L : null, noted, null));
      assertThat(rows.get(2).family("texts")).isEqualTo(values(null, null, null, null, null));
      assertThat(client.scan(Scan.of(NOTES, KeyRange.ALL, 10, read)).rows()).hasSize(3);
    }
    assertThat(row(client, 1, new FamilyRead.Presence("texts")).isEmpty()).isFalse();
    assertThat(row(client, 3, new FamilyRead.Presence("texts")).isEmpty()).isFalse();
    assertThat(client.scan(Scan.of(NOTES, KeyRange.ALL, 10, FamilyRead.all("texts"))).rows())
        .extracting(each -> each.family("texts").orElseThrow().get(0))
        .containsExactlyInAnyOrder("old", null, "new");
  }

  @Test
  void alterTable_columnsAppended_conditionsOnOlderRowsHoldAsBefore() {
    Assumptions.assumeTrue(capabilities().conditionalWrite(), "no conditions");
    engine.createTable(notes(TEXTS));
    put(1, "texts", "old", "words");
    engine.alterTable(notes(TEXTS), notes(MORE_TEXTS));
    var put = new Change.PutColumns("texts", Arrays.asList("new", "words", 1L, null, null));
    Mutation change = Mutation.of(NOTES, Tuple.of(1L), put);
    assertThat(holds(change, new Condition.Absent("texts"))).isFalse();
    assertThat(holds(change, new Condition.ColumnEquals("texts", "a_rank", 1L))).isFalse();
    assertThat(holds(change, new Condition.ColumnEquals("texts", "title", "old"))).isTrue();
    assertThat(holds(change, new Condition.ColumnEquals("texts", "a_rank", 1L))).isTrue();
    assertThat(columnsOf(1, "texts")).isEqualTo(values("new", "words", 1L, null, null));
    Mutation other = Mutation.of(NOTES, Tuple.of(2L), put);
    assertThat(holds(other, new Condition.Absent("texts"))).isTrue();
  }

  private boolean holds(Mutation change, Condition condition) {
    return engine.mutate(change.on(condition), Durability.SYNCED);
  }

  @Test
  void alterTable_namesThatOtherFamiliesHave_keepEachColumnsValues() {
    ColumnFamily left = family("left", "x text", "left_y text");
    ColumnFamily right = family("right", "x text", "has_left text");
    TableSchema first = notes(left, right);
    engine.createTable(first);
    put(1, "left", "lx", "ly");
    put(1, "right", "rx", "rh");
    ColumnFamily right2 = family("right", "x text", "has_left text", "y text", "has_added text");
    TableSchema second = notes(left, right2);
    engine.alterTable(first, second);
    put(2, "right", "rx", "rh", "ry", "ra");
    ColumnFamily left2 = family("left", "x text", "left_y text", "y text", "right_x text");
    ColumnFamily added = family("added", "y text", "x text");
    TableSchema third = notes(left2, right2, added);
    engine.alterTable(second, third);
    for (int round = 0; round < 2; round++) {
      assertThat(columnsOf(1, "left")).isEqualTo(values("lx", "ly", null, null));
      assertThat(columnsOf(1, "right")).isEqualTo(values("rx", "rh", null, null));
      assertThat(columnsOf(2, "right")).isEqualTo(values("rx", "rh", "ry", "ra"));
      assertThat(columnsOf(2, "left")).isEmpty();
      assertThat(columnsOf(2, "added")).isEmpty();
      reopen();
      engine.createTable(third);
      assertThat(engine.tables()).contains(third);
    }
    put(2, "left", "lx", "ll", "ly", "lr");
    put(2, "added", "ay", "ax");
    assertThat(columnsOf(2, "right")).isEqualTo(values("rx", "rh", "ry", "ra"));
    assertThat(columnsOf(2, "left")).isEqualTo(values("lx", "ll", "ly", "lr"));
    assertThat(columnsOf(2, "added")).isEqualTo(values("ay", "ax"));
  }

  @Test
  void alterTable_familiesAdded_olderRowsLackThem() {
    List<Family> families = new ArrayList<>(List.of(TEXTS, SIZES));
    if (capabilities().items()) {
      families.add(items("entries", "note text"));
    }
    if (counts()) {
      families.add(new CounterFamily("hits"));
    }
    TableSchema after = notes(families.toArray(new Family[0]));
    engine.createTable(notes(TEXTS));
    put(1, "texts", "old", "words");
    engine.alterTable(notes(TEXTS), after);
    assertThat(engine.tables()).contains(after);
    assertThat(columnsOf(1, "sizes")).isEmpty();
    put(1, "sizes", 7L);
    Row both = row(engine, 1, FamilyRead.all("texts"), FamilyRead.all("sizes"));
    assertThat(both.family("texts")).isEqualTo(values("old", "words"));
    assertThat(both.family("sizes")).isEqualTo(values(7L));
    if (capabilities().items()) {
      assertThat(itemValues(1, "entries")).isEmpty();
      putItem(1, "entries", 4, "noted");
      assertThat(itemValues(1, "entries")).containsExactly(List.of("noted"));
    }
    if (counts()) {
      assertThat(row(engine, 1, FamilyRead.all("texts"), counter()).counter("hits")).isZero();
      hit();
      assertThat(row(engine, 1, counter()).counter("hits")).isEqualTo(3);
    }
  }

  private static FamilyRead counter() {
    return new FamilyRead.Counter("hits");
  }

  private void hit() {
    engine.mutate(Mutation.of(NOTES, Tuple.of(1L), new Change.Add("hits", 3)), Durability.BUFFERED);
  }

  @Test
  void alterTable_familyRemoved_goesWithItsContent() {
    TableSchema before = notes(TEXTS, SIZES);
    engine.createTable(before);
    put(1, "texts", "both", null);
    put(1, "sizes", 1L);
    put(2, "sizes", 2L);
    engine.alterTable(before, notes(TEXTS));
    assertThat(engine.tables()).contains(notes(TEXTS));
    assertThat(columnsOf(1, "texts")).isEqualTo(values("both", null));
    assertThat(engine.scan(Scan.of(NOTES, KeyRange.ALL, 10, FamilyRead.all("texts"))).rows())
        .extracting(Row::key)
        .containsExactly(Tuple.of(1L));
    assertThatThrownBy(() -> columnsOf(1, "sizes")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> put(1, "sizes", 3L)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void alterTable_familyRemovedAndAddedAgain_hasNoOldContent() {
    List<Family> families = new ArrayList<>(List.of(TEXTS, SIZES));
    if (capabilities().items()) {
      families.add(items("entries", "note text"));
    }
    if (counts()) {
      families.add(new CounterFamily("hits"));
    }
    TableSchema full = notes(families.toArray(new Family[0]));
    engine.createTable(full);
    put(1, "texts", "kept", null);
    put(1, "sizes", 1L);
    put(2, "sizes", 2L);
    if (capabilities().items()) {
      putItem(1, "entries", 4, "noted");
    }
    if (counts()) {
      hit();
    }
    engine.alterTable(full, notes(TEXTS));
    engine.alterTable(notes(TEXTS), full);
    for (int round = 0; round < 2; round++) {
      assertThat(columnsOf(1, "texts")).isEqualTo(values("kept", null));
      assertThat(columnsOf(1, "sizes")).isEmpty();
      assertThat(columnsOf(2, "sizes")).isEmpty();
      assertThat(row(engine, 2, new FamilyRead.Presence("sizes")).isEmpty()).isTrue();
      if (capabilities().items()) {
        assertThat(itemValues(1, "entries")).isEmpty();
      }
      if (counts()) {
        assertThat(row(engine, 1, counter()).isEmpty()).isTrue();
      }
      reopen();
    }
    put(2, "sizes", 3L);
    assertThat(columnsOf(2, "sizes")).isEqualTo(values(3L));
    engine.alterTable(full, notes(TEXTS));
    engine.alterTable(notes(TEXTS), notes(TEXTS, family("sizes", "size text")));
    assertThat(columnsOf(2, "sizes")).isEmpty();
    put(2, "sizes", "large");
    assertThat(columnsOf(2, "sizes")).isEqualTo(values("large"));
  }

  @Test
  void alterTable_everythingAtOnceAndTwice_isDoneOnce() {
    TableSchema before = notes(TEXTS, SIZES);
    TableSchema after = notes(MORE_TEXTS, family("flags", "flag boolean"));
    engine.createTable(before);
    put(1, "texts", "old", "words");
    engine.alterTable(before, after);
    put(1, "flags", true);
    put(2, "texts", "new", null, 5L, null, null);
    engine.alterTable(before, after);
    reopen();
    engine.alterTable(before, after);
    engine.alterTable(after, after);
    engine.createTable(after);
    assertThat(engine.tables()).contains(after);
    assertThat(columnsOf(1, "texts")).isEqualTo(values("old", "words", null, null, null));
    assertThat(columnsOf(1, "flags")).isEqualTo(values(true));
    assertThat(columnsOf(2, "texts")).isEqualTo(values("new", null, 5L, null, null));
    assertThatThrownBy(() -> engine.createTable(before))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContainingAll("sizes", "texts", "flags");
  }

  @Test
  void alterTable_fromAnotherSchema_saysWhatDiffersAndChangesNothing() {
    TableSchema standing = notes(TEXTS, SIZES);
    engine.createTable(standing);
    put(1, "sizes", 1L);
    assertThatThrownBy(
            () -> engine.alterTable(notes(TEXTS), notes(TEXTS, family("flags", "flag boolean"))))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContainingAll("notes", "neither", "sizes");
    assertThat(engine.tables()).contains(standing);
    assertThat(columnsOf(1, "sizes")).isEqualTo(values(1L));
    TableSchema elsewhere =
        TableSchema.of("elsewhere", List.of(KeyColumn.of("id", ScalarType.LONG)), TEXTS);
    assertThatThrownBy(() -> engine.alterTable(elsewhere, elsewhere))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("elsewhere");
  }

  @Test
  void alterTable_anythingElse_isRefusedAndChangesNothing() {
    TableSchema standing = notes(TEXTS, SIZES);
    engine.createTable(standing);
    put(1, "texts", "old", "words");
    var otherKey = List.of(KeyColumn.of("id", ScalarType.TEXT));
    var twoKeys = List.of(KeyColumn.of("id", ScalarType.LONG), KeyColumn.of("b", ScalarType.LONG));
    List<TableSchema> refused =
        List.of(
            TableSchema.of(NOTES, otherKey, TEXTS, SIZES),
            TableSchema.of(NOTES, twoKeys, TEXTS, SIZES),
            TableSchema.of("others", standing.key(), TEXTS, SIZES),
            notes(family("texts", "title text"), SIZES),
            notes(family("texts", "body text", "title text"), SIZES),
            notes(family("texts", "title text", "body bytes"), SIZES),
            notes(family("texts", "first int", "title text", "body text"), SIZES),
            notes(family("texts", "title text", "content text", "rank int"), SIZES),
            notes(family("texts", "title text", "body text", "title int"), SIZES),
            notes(TEXTS, new CounterFamily("sizes")),
            notes(TEXTS, items("sizes", "size long")));
    for (TableSchema after : refused) {
      assertThatThrownBy(() -> engine.alterTable(standing, after))
          .as("to %s", after)
          .isInstanceOf(SchemaMismatchException.class)
          .hasMessageContainingAll("cannot alter table 'notes'", "appends columns");
    }
    assertThat(engine.tables()).contains(standing);
    assertThat(columnsOf(1, "texts")).isEqualTo(values("old", "words"));
  }

  @Test
  void alterTable_ofATableMadeAgain_takesTheNameWithAnotherType() {
    engine.createTable(notes(TEXTS));
    engine.alterTable(notes(TEXTS), notes(family("texts", "title text", "body text", "x long")));
    put(1, "texts", "a", "b", 1L);
    engine.dropTable(NOTES);
    engine.createTable(notes(TEXTS));
    put(1, "texts", "a", "b");
    engine.alterTable(notes(TEXTS), notes(family("texts", "title text", "body text", "x text")));
    put(2, "texts", "a", "b", "x");
    assertThat(columnsOf(1, "texts")).isEqualTo(values("a", "b", null));
    assertThat(columnsOf(2, "texts")).isEqualTo(values("a", "b", "x"));
  }

  @Test
  void alterTable_betweenPagesOfAScan_goesOn() {
    engine.createTable(notes(TEXTS));
    for (long id = 1; id <= 6; id++) {
      put(id, "texts", "t" + id, null);
    }
    Scan scan = Scan.of(NOTES, KeyRange.ALL, 3, FamilyRead.all("texts"));
    ScanPage first = engine.scan(scan);
    engine.alterTable(notes(TEXTS), notes(MORE_TEXTS));
    KeyRange rest = KeyRange.ALL.after(first.next().orElseThrow());
    ScanPage second = engine.scan(Scan.of(NOTES, rest, 10, FamilyRead.all("texts")));
    assertThat(Stream.of(first, second).flatMap(page -> page.rows().stream()))
        .extracting(row -> row.family("texts").orElseThrow().get(0))
        .containsExactlyInAnyOrder("t1", "t2", "t3", "t4", "t5", "t6");
  }

  @Test
  void alterTable_columnsAppended_writersNeedNotKnowThem() {
    engine.createTable(notes(TEXTS));
    engine.alterTable(notes(TEXTS), notes(MORE_TEXTS));
    put(1, "texts", "new", "words", 5L, "noted", null);
    put(1, "texts", "again", "words");
    assertThat(columnsOf(1, "texts")).isEqualTo(values("again", "words", null, null, null));
    for (Object[] wrong : new Object[][] {{"a"}, {"a", "b", 1L, "c", null, "d"}}) {
      assertThatThrownBy(() -> put(1, "texts", wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll("texts", wrong.length + " values");
    }
    assertThat(columnsOf(1, "texts")).isEqualTo(values("again", "words", null, null, null));
  }
}
