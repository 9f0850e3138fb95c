package org.portolan.bench.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.bench.shop.MortalRows.Death;

/** The client dies at each of its calls, in each way, and so do the two that come after it. */
final class ReservedOrdersTest {
  private static final SortedMap<String, Integer> WANTED = new TreeMap<>(Map.of("a", 2, "b", 3));
  private static final int STOCK = 5;
  private static final int CALLS_MAX = 40;

  private MortalRows rows;

  private void stockUp(int stockOfB) {
    rows = new MortalRows();
    rows.stockUp("a", STOCK);
    rows.stockUp("b", stockOfB);
  }

  /** Returns whether the client lived to get an answer. */
  private boolean lives(int calls, Death death, Runnable work) {
    rows.dieAfter(calls, death);
    try {
      work.run();
      return true;
    } catch (CompletionException dead) {
      assertThat(dead).hasCauseInstanceOf(MortalRows.DeadException.class);
      return false;
    } finally {
      rows.live();
    }
  }

  private void place() {
    new ReservedOrders(rows).place("id", "bob", WANTED);
  }

  private int settle() {
    return new ReservedOrders(rows).settle(Set.of("a", "b"), Duration.ZERO);
  }

  /** Settles twice, since a late call may arrive after the first time. */
  private void settleAll() {
    settle();
    rows.deliver();
    settle();
    assertThat(settle()).isZero();
  }

  private void requireWhole(int stockOfB) {
    int placed = rows.isPlaced("id") ? 1 : 0;
    assertThat(rows.stock("a")).isEqualTo(STOCK - 2 * placed);
    assertThat(rows.stock("b")).isEqualTo(stockOfB - 3 * placed);
    assertThat(rows.isListed("id")).isEqualTo(placed == 1);
  }

  @ParameterizedTest
  @EnumSource(Death.class)
  void place_clientDiesAtAnyCall_isWholeOnceSettled(Death death) {
    boolean lived = false;
    for (int calls = 0; !lived; calls++) {
      stockUp(STOCK);
      lived = lives(calls, death, this::place);
      settleAll();
      requireWhole(STOCK);
      assertThat(calls).isLessThan(CALLS_MAX);
    }
    assertThat(rows.isPlaced("id")).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Death.class)
  void place_tooFewLeftAndClientDiesAtAnyCall_takesNothing(Death death) {
    boolean lived = false;
    for (int calls = 0; !lived; calls++) {
      stockUp(2);
      lived = lives(calls, death, this::place);
      settleAll();
      assertThat(rows.isPlaced("id")).isFalse();
      requireWhole(2);
      assertThat(calls).isLessThan(CALLS_MAX);
    }
  }

  /** The first client dies, then the one that settles, then one that places the order again. */
  @ParameterizedTest
  @EnumSource(Death.class)
  void place_threeClientsDieAtAnyCalls_isPlacedOnceAtTheEnd(Death death) {
    for (int first = 0; first < 9; first++) {
      for (int second = 0; second < 9; second++) {
        for (int third = 0; third < 12; third++) {
          stockUp(STOCK);
          lives(first, death, this::place);
          lives(second, Death.AFTER, this::settle);
          lives(third, death, this::place);
          rows.deliver();
          settleAll();
          requireWhole(STOCK);
          assertThat(new ReservedOrders(rows).place("id", "bob", WANTED)).isTrue();
          settleAll();
          assertThat(rows.isPlaced("id")).isTrue();
          requireWhole(STOCK);
        }
      }
    }
  }

  /** An answer of no is final: no attempt of before may commit afterwards. */
  @Test
  void place_refusedWhileAnEarlierAttemptIsUnderWay_isNotPlacedLater() {
    stockUp(3);
    // Its last call, which decides, arrives when another attempt was refused.
    assertThat(lives(3, Death.LATE, this::place)).isFalse();
    assertThat(new ReservedOrders(rows).place("id", "bob", WANTED)).isFalse();
    rows.deliver();
    assertThat(rows.isPlaced("id")).isFalse();
    settleAll();
    requireWhole(3);
  }

  @Test
  void place_sameIdOfAnotherCustomer_isRefused() {
    stockUp(STOCK);
    place();
    assertThatThrownBy(() -> new ReservedOrders(rows).place("id", "eve", WANTED))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("another customer");
    settleAll();
    requireWhole(STOCK);
  }
}
