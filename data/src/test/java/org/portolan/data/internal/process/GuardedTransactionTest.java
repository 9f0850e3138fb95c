package org.portolan.data.internal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.ForwardingTransaction;
import org.portolan.data.internal.access.Transactions;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.engine.Transaction;
import org.portolan.types.Tuple;

class GuardedTransactionTest extends OnAGrid {
  private final Guard guard = join(0);
  private final Transactions transactions = new GuardedTransactions(engine, guard);

  private Transaction begin() {
    return transactions.begin(Durability.SYNCED);
  }

  private void fence() {
    assertThat(register.fence(record())).isTrue();
  }

  @Test
  void get_returnsTheRowsAskedFor() {
    engine.mutate(put("A"), Durability.SYNCED);

    try (Transaction transaction = begin()) {
      List<Row> rows = transaction.get(List.of(get("A"), get("B")));
      assertThat(rows).hasSize(2);
      assertThat(rows.get(0).key()).isEqualTo(Tuple.of("A"));
      assertThat(rows.get(1).isEmpty()).isTrue();
      assertThat(transaction.get(List.of(get("A")))).hasSize(1);
      transaction.mutate(put("B"));
      transaction.commit();
    }

    assertThat(isThere("B")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void commit_fencedSinceTheFirstGet_isRefused(boolean blind) {
    try (Transaction transaction = begin()) {
      if (!blind) {
        transaction.get(get("A"));
      }
      transaction.mutate(put("A"));
      fence();

      assertThatThrownBy(transaction::commit).isInstanceOf(EpochOverException.class);
    }

    assertThat(isThere("A")).isFalse();
  }

  @Test
  void get_fenced_isRefusedAndSoIsEverythingAfterwards() {
    Transaction transaction = begin();
    transaction.mutate(put("A"));
    fence();

    assertThatThrownBy(() -> transaction.get(get("A"))).isInstanceOf(EpochOverException.class);
    // The work of a write may swallow the exception.
    assertThatThrownBy(() -> transaction.get(get("A"))).isInstanceOf(EpochOverException.class);
    assertThatThrownBy(transaction::validate).isInstanceOf(EpochOverException.class);
    assertThatThrownBy(transaction::commit).isInstanceOf(EpochOverException.class);
    assertThatThrownBy(this::begin).isInstanceOf(EpochOverException.class);
    assertThat(isThere("A")).isFalse();
  }

  @Test
  void validate_fencedSinceTheFirstGet_isRefused() {
    try (Transaction transaction = begin()) {
      transaction.get(get("A"));
      fence();

      assertThatThrownBy(transaction::validate).isInstanceOf(EpochOverException.class);
    }
  }

  @Test
  void commit_nothingGotAndNothingChanged_readsNoRecord() {
    engine.reads =
        gets -> {
          throw new AssertionError("nothing is to be read");
        };
    fence();

    try (Transaction transaction = begin()) {
      transaction.commit();
    }
  }

  @Test
  void commit_renewedMeanwhile_isMade() {
    try (Transaction transaction = begin()) {
      transaction.get(get("A"));
      guard.renew();
      transaction.mutate(put("A"));
      transaction.commit();
    }

    assertThat(isThere("A")).isTrue();
  }

  @Test
  void commit_conflictBetweenWriters_namesTheirRow() {
    try (Transaction transaction = begin()) {
      transaction.get(get("A"));
      engine.mutate(put("A"), Durability.SYNCED);
      transaction.mutate(put("A"));

      assertThatThrownBy(transaction::commit)
          .isInstanceOfSatisfying(
              ConflictException.class,
              conflict ->
                  assertThat(conflict.keys()).containsExactly(new RowKey("page", Tuple.of("A"))));
    }
  }

  /** As Ignite, if another transaction changes a row and changes it back. */
  @Test
  void commit_conflictOfAllRows_doesNotNameTheGuard() {
    Transactions naming = durability -> new NamingAll(engine.begin(durability), guard.row());
    try (Transaction transaction = new GuardedTransaction(naming.begin(Durability.SYNCED), guard)) {
      transaction.get(get("A"));
      engine.mutate(put("A"), Durability.SYNCED);
      transaction.mutate(put("A"));

      assertThatThrownBy(transaction::commit)
          .isInstanceOfSatisfying(
              ConflictException.class,
              conflict ->
                  assertThat(conflict.keys()).containsExactly(new RowKey("page", Tuple.of("A"))));
    }
  }

  /** An engine's transaction that does not know which of its rows has changed. */
  private static final class NamingAll extends ForwardingTransaction {
    private final RowKey another;

    NamingAll(Transaction below, RowKey another) {
      super(below);
      this.another = another;
    }

    @Override
    public void commit() {
      try {
        super.commit();
      } catch (ConflictException e) {
        Set<RowKey> all = new LinkedHashSet<>(e.keys());
        all.add(another);
        throw new ConflictException(all);
      }
    }
  }
}
