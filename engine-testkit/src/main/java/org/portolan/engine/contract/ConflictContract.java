package org.portolan.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.portolan.engine.Capabilities.AtomicAdd;
import org.portolan.engine.Capabilities.TransactionScope;
import org.portolan.engine.Change;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.RowKey;
import org.portolan.engine.Transaction;
import org.portolan.types.Tuple;

/** Which transactions conflict, and on which rows. */
abstract class ConflictContract extends EngineFixture {

  @Override
  void requireCapabilities() {
    Assumptions.assumeTrue(
        capabilities().transactions() == TransactionScope.STORE,
        "the engine has no transactions over rows");
  }

  private Transaction begin() {
    return engine.begin(Durability.BUFFERED);
  }

  private static void assertConflict(Transaction transaction, RowKey... rows) {
    assertThatExceptionOfType(ConflictException.class)
        .isThrownBy(transaction::commit)
        .satisfies(
            conflict -> {
              assertThat(conflict.keys()).containsExactlyInAnyOrder(rows);
              assertThat(conflict).hasMessageContaining("conflict");
            });
  }

  @Test
  void commit_readRowChanged_conflictsOnIt() {
    write("u", 1, body("t", 1));
    write("u", 2, body("t", 2));
    try (Transaction transaction = begin()) {
      number(transaction, "u", 1);
      number(transaction, "u", 2);
      transaction.mutate(change("u", 3, body("t", 3)));
      write("u", 2, body("t", 22));
      assertConflict(transaction, rowKey("u", 2));
    }
    assertThat(readBody("u", 3).isEmpty()).isTrue();
  }

  @Test
  void commit_readRowOfManyChangedByTransaction_conflictsOnThose() {
    for (int at = 0; at < 20; at++) {
      write("u", at, body("t", at));
    }
    try (Transaction first = begin();
        Transaction second = begin()) {
      for (int at = 0; at < 20; at++) {
        number(first, "u", at);
      }
      first.mutate(change("w", 1, body("t", 1)));
      second.mutate(change("u", 5, body("t", 55)));
      second.mutate(change("u", 7, new Change.DeleteFamily("body")));
      second.mutate(change("x", 7, body("t", 1)));
      second.commit();
      assertConflict(first, rowKey("u", 5), rowKey("u", 7));
    }
  }

  @Test
  void commit_blindWritesOfOneRow_conflict() {
    Assumptions.assumeTrue(
        capabilities().snapshotReads(), "the engine validates what a transaction got");
    try (Transaction first = begin();
        Transaction second = begin()) {
      first.mutate(change("u", 1, body("first", 1)));
      first.mutate(change("u", 2, body("first", 1)));
      second.mutate(change("u", 1, body("second", 2)));
      second.commit();
      assertConflict(first, rowKey("u", 1));
    }
    assertThat(number(engine, "u", 1)).isEqualTo(2);
    assertThat(readBody("u", 2).isEmpty()).isTrue();
  }

  @Test
  void commit_blindWritesOfOneRow_doNotConflictWhereOnlyReadsAreValidated() {
    Assumptions.assumeFalse(capabilities().snapshotReads(), "the engine validates writes too");
    try (Transaction first = begin();
        Transaction second = begin()) {
      first.mutate(change("u", 1, body("first", 1)));
      second.mutate(change("u", 1, body("second", 2)));
      second.commit();
      first.commit();
    }
    assertThat(number(engine, "u", 1)).isEqualTo(1);
  }

  @Test
  void commit_absentRowCreated_conflictsOnIt() {
    try (Transaction transaction = begin()) {
      assertThat(read(transaction, "u", 1, new FamilyRead.Presence("body")).isEmpty()).isTrue();
      transaction.mutate(change("u", 2, body("t", 1)));
      write("u", 1, body("t", 1));
      assertConflict(transaction, rowKey("u", 1));
    }
  }

  @Test
  void commit_readRowDeleted_conflictsOnIt() {
    write("u", 1, body("t", 1));
    try (Transaction transaction = begin()) {
      number(transaction, "u", 1);
      transaction.mutate(change("u", 2, body("t", 1)));
      write("u", 1, new Change.DeleteFamily("body"));
      assertConflict(transaction, rowKey("u", 1));
    }
  }

  @Test
  void commit_rowOfManyGotAtOnceChanged_conflictsOnIt() {
    try (Transaction transaction = begin()) {
      transaction.get(
          List.of(
              Get.of(
                  ContractTables.EVENTS,
                  key("u", 1),
                  FamilyRead.all("body"),
                  FamilyRead.all("mark")),
              Get.of(ContractTables.EVENTS, key("u", 2), FamilyRead.all("body"))));
      transaction.mutate(change("u", 9, body("t", 1)));
      write("u", 1, mark(true));
      assertConflict(transaction, rowKey("u", 1));
    }
  }

  @Test
  void commit_otherFamilyOfTheRowChanged_succeeds() {
    write("u", 1, body("t", 1), mark(false));
    try (Transaction transaction = begin()) {
      number(transaction, "u", 1);
      transaction.mutate(change("u", 1, body("t", 2)));
      write("u", 1, mark(true));
      transaction.commit();
    }
    assertThat(number(engine, "u", 1)).isEqualTo(2);
    assertThat(read("u", 1, FamilyRead.all("mark")).family("mark")).contains(List.of(true));
  }

  @Test
  void commit_unrelatedRowsChanged_succeeds() {
    try (Transaction transaction = begin()) {
      number(transaction, "u", 1);
      transaction.mutate(change("u", 1, body("t", 1)));
      write("u", 2, body("t", 2));
      transaction.commit();
    }
    assertThat(number(engine, "u", 1)).isEqualTo(1);
  }

  @Test
  void commit_itemReadByKeyChanged_conflictsOnItsRow() {
    Assumptions.assumeTrue(capabilities().items(), "the engine has no items");
    write("u", 1, entry(1, "a", "old"));
    try (Transaction transaction = begin()) {
      read(transaction, "u", 1, new FamilyRead.ItemsByKey("entries", List.of(Tuple.of(1L, "a"))));
      transaction.mutate(change("u", 9, body("t", 1)));
      write("u", 1, entry(1, "a", "new"));
      assertConflict(transaction, rowKey("u", 1));
    }
  }

  @Test
  void commit_sameItemPutByTwo_conflictsAndDifferentItemsDoNot() {
    Assumptions.assumeTrue(capabilities().items(), "the engine has no items");
    try (Transaction first = begin();
        Transaction second = begin();
        Transaction third = begin()) {
      first.mutate(change("u", 1, entry(1, "a", "first")));
      second.mutate(change("u", 1, entry(2, "b", "second")));
      third.mutate(change("u", 1, entry(1, "a", "third")));
      first.commit();
      second.commit();
      assertConflict(third, rowKey("u", 1));
    }
    assertThat(names(read("u", 1, allEntries()))).containsExactly("b", "a");
  }

  @Test
  void commit_additionsToOneCounter_neverConflict() {
    Assumptions.assumeTrue(
        capabilities().atomicAdd() == AtomicAdd.WITHOUT_CONFLICT,
        "the engine does not count in transactions");
    try (Transaction first = begin();
        Transaction second = begin()) {
      first.mutate(change("u", 1, hit(1)));
      second.mutate(change("u", 1, hit(10)));
      write("u", 1, hit(100));
      second.commit();
      first.commit();
    }
    assertThat(read("u", 1, hits()).counter("hits")).isEqualTo(111);
  }

  @Test
  void commit_counterReadAndAddedToByOther_conflictsOnItsRow() {
    Assumptions.assumeTrue(
        capabilities().atomicAdd() == AtomicAdd.WITHOUT_CONFLICT,
        "the engine does not count in transactions");
    try (Transaction transaction = begin()) {
      read(transaction, "u", 1, hits());
      transaction.mutate(change("u", 2, body("t", 1)));
      write("u", 1, hit(1));
      assertConflict(transaction, rowKey("u", 1));
    }
  }

  @Test
  void retry_afterConflict_succeeds() {
    write("u", 1, body("t", 1));
    try (Transaction transaction = begin()) {
      transaction.mutate(change("u", 1, body("t", number(transaction, "u", 1) + 1)));
      write("u", 1, body("t", 10));
      assertConflict(transaction, rowKey("u", 1));
    }
    try (Transaction transaction = begin()) {
      transaction.mutate(change("u", 1, body("t", number(transaction, "u", 1) + 1)));
      transaction.commit();
    }
    assertThat(number(engine, "u", 1)).isEqualTo(11);
  }
}
