package org.portolan.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Change;
import org.portolan.engine.Durability;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Scan;
import org.portolan.types.Tuple;

/** The store as a whole: reopened, flushed, at its limits, closed. */
abstract class StoreContract extends EngineFixture {
  private static final int VALUE_BYTES_TRIED_MAX = 128 << 20;

  @Test
  void reopen_afterWritesOfEveryDurability_keepsEverything() {
    engine.mutate(change("u", 1, body("synced", 1), mark(null)), Durability.SYNCED);
    engine.mutate(change("u", 2, body("buffered", 2)), Durability.BUFFERED);
    if (capabilities().items()) {
      write("u", 1, entry(1, "a", "x"));
    }
    if (counts()) {
      write("u", 1, hit(5));
    }
    var before = read("u", 1, everything());
    reopen();
    assertThat(read("u", 1, everything())).isEqualTo(before);
    assertThat(number(engine, "u", 2)).isEqualTo(2);
  }

  @Test
  void flush_afterBufferedWrites_keepsThem() {
    write("u", 1, body("t", 1));
    engine.flush();
    assertThat(number(engine, "u", 1)).isEqualTo(1);
  }

  @Test
  void stateNumber_ifThereIsOne_changesWithEachWriteAndNotWithReads() {
    Assumptions.assumeTrue(engine.stateNumber().isPresent(), "the engine cannot tell");
    Set<OptionalLong> seen = new HashSet<>(Set.of(engine.stateNumber()));
    write("u", 1, body("t", 1));
    assertThat(seen.add(engine.stateNumber())).isTrue();
    write("u", 1, body("t", 1));
    assertThat(seen.add(engine.stateNumber())).isTrue();
    engine.mutateAll(
        List.of(change("u", 2, body("t", 2)), change("u", 3, body("t", 3))), Durability.BUFFERED);
    assertThat(seen.add(engine.stateNumber())).isTrue();
    write("u", 2, new Change.DeleteFamily("body"));
    assertThat(seen.add(engine.stateNumber())).isTrue();
    if (counts()) {
      write("u", 1, hit(5));
      assertThat(seen.add(engine.stateNumber())).isTrue();
    }
    OptionalLong before = engine.stateNumber();
    assertThat(number(engine, "u", 1)).isEqualTo(1);
    engine.scan(Scan.of(ContractTables.EVENTS, KeyRange.ALL, 10, FamilyRead.all("body")));
    assertThat(engine.stateNumber()).isEqualTo(before);
    engine.dropTable(ContractTables.EVENTS);
    assertThat(seen.add(engine.stateNumber())).isTrue();
  }

  @Test
  void uriAndDescription_name_theEngine() {
    assertThat(engine.uri()).contains(":");
    assertThat(engine.describe()).isNotBlank();
    String uri = engine.uri();
    reopen();
    assertThat(engine.uri()).isEqualTo(uri);
  }

  @Test
  void limits_areDeclared() {
    assertThat(capabilities().keyBytesMax()).isGreaterThanOrEqualTo(200);
    assertThat(capabilities().valueBytesMax()).isGreaterThanOrEqualTo(64 << 10);
    assertThat(capabilities().transactionBytesMax())
        .isGreaterThanOrEqualTo(capabilities().valueBytesMax());
  }

  @Test
  void mutate_withTooLongKey_isRefusedAndWritesNothing() {
    int length = capabilities().keyBytesMax() + 1;
    Assumptions.assumeTrue(length < VALUE_BYTES_TRIED_MAX, "keys may be very long");
    String user = "k".repeat(length);
    assertThatThrownBy(() -> write(user, 1, body("t", 1)))
        .isInstanceOf(CapabilityException.class)
        .hasMessageContainingAll(
            "a key of table",
            "at most " + capabilities().keyBytesMax() + " fit: (kkk",
            "nothing was changed",
            "shorten the values");
  }

  @Test
  void mutate_withKeyNearTheLimit_isWritten() {
    String user = "k".repeat(Math.min(capabilities().keyBytesMax(), 60_000) - 100);
    write(user, 1, body("t", 1));
    assertThat(number(engine, user, 1)).isEqualTo(1);
  }

  @Test
  void mutate_withTooLargeValue_isRefusedAndWritesNothing() {
    int length = capabilities().valueBytesMax();
    Assumptions.assumeTrue(length < VALUE_BYTES_TRIED_MAX, "values may be very large");
    String text = "v".repeat(length);
    assertThatThrownBy(() -> write("u", 1, mark(true), body(text, 1)))
        .isInstanceOf(CapabilityException.class)
        .hasMessageContaining(Integer.toString(capabilities().valueBytesMax()));
    assertThat(read("u", 1, everything()).isEmpty()).isTrue();
  }

  @Test
  void closed_store_refusesEverything() {
    engine.close();
    Mutation mutation = change("u", 1, body("t", 1));
    Get get = Get.of(ContractTables.EVENTS, key("u", 1), everythingOfColumns());
    Scan scan =
        Scan.of(
            ContractTables.EVENTS, KeyRange.startingWith(Tuple.of("u")), 1, everythingOfColumns());
    List<ThrowingCallable> uses =
        List.of(
            () -> engine.get(get),
            () -> engine.scan(scan),
            () -> engine.mutate(mutation, Durability.SYNCED),
            () -> engine.mutateAll(List.of(mutation), Durability.SYNCED),
            () -> engine.requireWritable(List.of(mutation)),
            () -> engine.begin(Durability.SYNCED),
            () -> engine.createTable(ContractTables.types()),
            () -> engine.dropTable(ContractTables.EVENTS),
            () -> engine.tables(),
            () -> engine.flush());
    for (ThrowingCallable use : uses) {
      assertThatThrownBy(use)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("closed");
    }
    engine.close();
  }

  private static FamilyRead everythingOfColumns() {
    return FamilyRead.all("body");
  }

  @Test
  void close_duringUse_endsInAnAnswerOrAClearError() {
    write("u", 1, body("t", 1));
    List<Boolean> clear =
        race(
            List.of(
                this::useUntilClosed,
                this::useUntilClosed,
                () -> {
                  for (int round = 0; round < 200; round++) {
                    write("u", 2, body("t", round));
                  }
                  engine.close();
                  return true;
                }));
    assertThat(clear).containsOnly(true);
  }

  private boolean useUntilClosed() {
    try {
      while (true) {
        if (number(engine, "u", 1) != 1) {
          return false;
        }
        engine.mutate(change("u", 3, new Change.DeleteFamily("body")), Durability.BUFFERED);
      }
    } catch (IllegalStateException closed) {
      return true;
    }
  }
}
