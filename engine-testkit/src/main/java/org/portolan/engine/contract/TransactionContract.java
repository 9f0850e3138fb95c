package org.portolan.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.Capabilities.TransactionScope;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Change;
import org.portolan.engine.Condition;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Reader;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.Transaction;
import org.portolan.types.Tuple;

/** The reads and the effects of a transaction. */
abstract class TransactionContract extends EngineFixture {

  @Override
  void requireCapabilities() {
    boolean has = capabilities().transactions() == TransactionScope.STORE;
    if (!has) {
      assertThatThrownBy(() -> engine.begin(Durability.SYNCED))
          .isInstanceOf(CapabilityException.class);
    }
    Assumptions.assumeTrue(has, "the engine has no transactions over rows, and refuses them");
  }

  private Transaction begin() {
    return engine.begin(Durability.BUFFERED);
  }

  private static List<Integer> scanNumbers(Reader reader, boolean reversed) {
    return reader
        .scan(
            new Scan(
                ContractTables.EVENTS,
                KeyRange.startingWith(Tuple.of("u")),
                reversed,
                100,
                Scan.BYTES_DEFAULT,
                List.of(FamilyRead.all("body"))))
        .rows()
        .stream()
        .map(row -> (Integer) row.family("body").orElseThrow().get(1))
        .toList();
  }

  @Test
  void commit_changesOfManyRows_areSeenTogether() {
    try (Transaction transaction = begin()) {
      transaction.mutate(change("u", 1, body("a", 1), mark(true)));
      transaction.mutate(change("v", 2, body("b", 2)));
      assertThat(readBody("u", 1).isEmpty()).isTrue();
      transaction.commit();
    }
    assertThat(number(engine, "u", 1)).isEqualTo(1);
    assertThat(number(engine, "v", 2)).isEqualTo(2);
    reopen();
    assertThat(number(engine, "u", 1)).isEqualTo(1);
  }

  @Test
  void stateNumber_ifThereIsOne_changesWithOwnWritesAndAtTheCommitForOthers() {
    try (Transaction transaction = begin()) {
      OptionalLong inside = transaction.stateNumber();
      Assumptions.assumeTrue(inside.isPresent(), "the engine cannot tell");
      assertThat(read(transaction, "u", 1, FamilyRead.all("body")).isEmpty()).isTrue();
      assertThat(transaction.stateNumber()).isEqualTo(inside);
      OptionalLong outside = engine.stateNumber();
      transaction.mutate(change("u", 1, body("a", 1)));
      assertThat(transaction.stateNumber()).isNotEqualTo(inside);
      assertThat(engine.stateNumber()).isEqualTo(outside);
      transaction.commit();
      assertThat(engine.stateNumber()).isNotEqualTo(outside);
    }
  }

  @Test
  void close_withoutCommit_leavesNothing() {
    write("u", 2, body("b", 2));
    try (Transaction transaction = begin()) {
      transaction.mutate(change("u", 1, body("a", 1)));
      transaction.mutate(change("u", 2, new Change.DeleteFamily("body")));
    }
    assertThat(readBody("u", 1).isEmpty()).isTrue();
    assertThat(number(engine, "u", 2)).isEqualTo(2);
  }

  @Test
  void get_ownWrites_areSeen() {
    write("u", 1, body("old", 1), mark(true));
    try (Transaction transaction = begin()) {
      transaction.mutate(change("u", 1, body("new", 2), new Change.DeleteFamily("mark")));
      transaction.mutate(change("u", 2, body("fresh", 3)));
      assertThat(number(transaction, "u", 1)).isEqualTo(2);
      assertThat(number(transaction, "u", 2)).isEqualTo(3);
      Row row = read(transaction, "u", 1, FamilyRead.all("mark"), FamilyRead.all("body"));
      assertThat(row.columns()).containsOnlyKeys("body");
      assertThat(read(transaction, "u", 1, new FamilyRead.Presence("mark")).isEmpty()).isTrue();
      assertThat(read(transaction, "u", 2, new FamilyRead.Presence("body")).isEmpty()).isFalse();
    }
  }

  @Test
  void scan_ownWrites_areSeen() {
    Assumptions.assumeTrue(capabilities().keyOrder() != KeyOrder.NONE, "the engine has no scans");
    for (int at = 0; at < 6; at++) {
      write("u", at, body("t", at));
    }
    try (Transaction transaction = begin()) {
      transaction.mutate(change("u", 2, new Change.DeleteFamily("body")));
      transaction.mutate(change("u", 3, body("t", 33)));
      transaction.mutate(change("u", 9, body("t", 9)));
      transaction.mutate(change("v", 0, body("t", -1)));
      transaction.mutate(change("t", 0, body("t", -1)));
      assertThat(scanNumbers(transaction, false)).containsExactly(0, 1, 33, 4, 5, 9);
      assertThat(scanNumbers(transaction, true)).containsExactly(9, 5, 4, 33, 1, 0);
      assertThat(scanNumbers(engine, false)).containsExactly(0, 1, 2, 3, 4, 5);
    }
  }

  @Test
  void items_ownWrites_areSeen() {
    Assumptions.assumeTrue(capabilities().items(), "the engine has no items");
    write("u", 1, entry(1, "a", "old"), entry(2, "b", ""), entry(3, "c", ""));
    write("u", 2, entry(1, "x", ""), entry(2, "y", ""));
    try (Transaction transaction = begin()) {
      transaction.mutate(
          change(
              "u",
              1,
              entry(4, "d", ""),
              new Change.DeleteItem("entries", Tuple.of(2L, "b")),
              entry(1, "a", "new")));
      transaction.mutate(change("u", 2, new Change.DeleteFamily("entries"), entry(5, "z", "")));
      Row row = read(transaction, "u", 1, allEntries());
      assertThat(names(row)).containsExactly("d", "c", "a");
      assertThat(row.itemsOf("entries").get(2).values()).containsExactly("new");
      var lastTwo = new FamilyRead.Items("entries", KeyRange.ALL, 2, true);
      assertThat(names(read(transaction, "u", 1, lastTwo))).containsExactly("a", "c");
      assertThat(names(read(transaction, "u", 2, allEntries()))).containsExactly("z");
      var byKey =
          new FamilyRead.ItemsByKey("entries", List.of(Tuple.of(2L, "b"), Tuple.of(4L, "d")));
      assertThat(names(read(transaction, "u", 1, byKey))).containsExactly("d");
      transaction.commit();
    }
    assertThat(names(read("u", 1, allEntries()))).containsExactly("d", "c", "a");
    assertThat(names(read("u", 2, allEntries()))).containsExactly("z");
  }

  @Test
  void counter_ownAdditions_areSeen() {
    Assumptions.assumeTrue(counts(), "the engine has no counters");
    write("u", 1, hit(10));
    write("u", 2, hit(10));
    try (Transaction transaction = begin()) {
      transaction.mutate(change("u", 1, hit(-3)));
      transaction.mutate(change("u", 1, hit(1)));
      transaction.mutate(change("u", 2, new Change.DeleteFamily("hits"), hit(5)));
      transaction.mutate(change("u", 3, hit(7)));
      assertThat(read(transaction, "u", 1, hits()).counter("hits")).isEqualTo(8);
      assertThat(read(transaction, "u", 2, hits()).counter("hits")).isEqualTo(5);
      assertThat(read(transaction, "u", 3, hits()).counter("hits")).isEqualTo(7);
      transaction.commit();
    }
    assertThat(read("u", 1, hits()).counter("hits")).isEqualTo(8);
    assertThat(read("u", 2, hits()).counter("hits")).isEqualTo(5);
    assertThat(read("u", 3, hits()).counter("hits")).isEqualTo(7);
  }

  @Test
  void reads_whileOthersCommit_seeTheStateAtTheBegin() {
    Assumptions.assumeTrue(capabilities().snapshotReads(), "the engine reads what is newest");
    write("u", 1, body("t", 1));
    write("u", 2, body("t", 2));
    try (Transaction transaction = begin()) {
      write("u", 1, body("t", 11));
      write("u", 2, new Change.DeleteFamily("body"));
      write("u", 3, body("t", 3));
      assertThat(number(transaction, "u", 1)).isEqualTo(1);
      assertThat(number(transaction, "u", 2)).isEqualTo(2);
      assertThat(number(transaction, "u", 3)).isNull();
      if (capabilities().keyOrder() != KeyOrder.NONE) {
        assertThat(scanNumbers(transaction, false)).containsExactly(1, 2);
      }
    }
  }

  @Test
  void get_again_seesTheSame() {
    write("u", 1, body("t", 1));
    try (Transaction transaction = begin()) {
      assertThat(number(transaction, "u", 1)).isEqualTo(1);
      assertThat(number(transaction, "u", 2)).isNull();
      write("u", 1, body("t", 11));
      write("u", 2, body("t", 2));
      assertThat(number(transaction, "u", 1)).isEqualTo(1);
      assertThat(number(transaction, "u", 2)).isNull();
    }
  }

  /** The transaction reads one row before another writer changes both rows, and one after. */
  @Test
  void commit_ofReadsOnly_succeedsOnlyIfTheyAreOfOneMoment() {
    write("u", 1, body("t", 1));
    write("u", 2, body("t", 1));
    try (Transaction transaction = begin()) {
      assertThat(number(transaction, "u", 1)).isEqualTo(1);
      write("u", 1, body("t", 2));
      write("u", 2, body("t", 2));
      if (capabilities().snapshotReads()) {
        assertThat(number(transaction, "u", 2)).isEqualTo(1);
        transaction.commit();
      } else {
        assertThat(number(transaction, "u", 2)).isEqualTo(2);
        assertThatThrownBy(transaction::commit).isInstanceOf(ConflictException.class);
      }
    }
    assertThat(number(engine, "u", 1)).isEqualTo(2);
  }

  @Test
  void validate_afterReadsOfTwoMoments_throwsUnlessTheEngineReadsOne() {
    write("u", 1, body("t", 1));
    write("u", 2, body("t", 1));
    try (Transaction transaction = begin()) {
      assertThat(number(transaction, "u", 1)).isEqualTo(1);
      transaction.validate();
      write("u", 1, body("t", 2));
      write("u", 2, body("t", 2));
      assertThat(number(transaction, "u", 2)).isEqualTo(capabilities().snapshotReads() ? 1 : 2);
      if (capabilities().snapshotReads()) {
        transaction.validate();
      } else {
        assertThatThrownBy(transaction::validate)
            .isInstanceOfSatisfying(ConflictException.class, e -> assertThat(e.keys()).hasSize(1));
      }
    }
  }

  @Test
  void commit_ofReadsOnlyThatNobodyChanged_succeeds() {
    write("u", 1, body("t", 1));
    try (Transaction transaction = begin()) {
      assertThat(number(transaction, "u", 1)).isEqualTo(1);
      assertThat(number(transaction, "u", 2)).isNull();
      write("u", 3, body("t", 3));
      transaction.commit();
    }
  }

  @Test
  void transaction_ended_refusesEverything() {
    Transaction committed = begin();
    committed.mutate(change("u", 1, body("t", 1)));
    committed.commit();
    Transaction closed = begin();
    closed.mutate(change("u", 2, body("t", 2)));
    closed.close();
    for (Transaction ended : List.of(committed, closed)) {
      assertThatThrownBy(() -> readBody(ended, "u", 1)).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> scanNumbers(ended, false)).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> ended.mutate(change("u", 1, mark(true))))
          .isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(ended::commit).isInstanceOf(IllegalStateException.class);
      ended.close();
    }
    assertThat(readBody("u", 2).isEmpty()).isTrue();
  }

  @Test
  void mutate_withCondition_isRefused() {
    try (Transaction transaction = begin()) {
      var conditional = change("u", 1, mark(true)).on(new Condition.Absent("mark"));
      assertThatThrownBy(() -> transaction.mutate(conditional))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void mutate_refused_leavesTheRestOfTheTransaction() {
    try (Transaction transaction = begin()) {
      transaction.mutate(change("u", 1, body("t", 1)));
      var tooFew = new Change.PutColumns("body", List.of("too few"));
      assertThatThrownBy(() -> transaction.mutate(change("u", 2, mark(true), tooFew)))
          .isInstanceOf(IllegalArgumentException.class);
      transaction.commit();
    }
    assertThat(number(engine, "u", 1)).isEqualTo(1);
    assertThat(read("u", 2, everything()).isEmpty()).isTrue();
  }

  @Test
  void engineClose_withOpenTransaction_givesItUp() {
    Transaction transaction = begin();
    transaction.mutate(change("u", 1, body("t", 1)));
    reopen();
    assertThatThrownBy(transaction::commit).isInstanceOf(IllegalStateException.class);
    transaction.close();
    assertThat(readBody("u", 1).isEmpty()).isTrue();
  }
}
