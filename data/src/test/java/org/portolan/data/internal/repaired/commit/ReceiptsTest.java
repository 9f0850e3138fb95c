package org.portolan.data.internal.repaired.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.portolan.data.internal.repaired.Parts.NOW;
import static org.portolan.data.internal.repaired.Parts.page;
import static org.portolan.data.internal.repaired.Parts.receipt;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.portolan.data.internal.repaired.Parts;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.repaired.state.FollowUp.Target;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.engine.Durability;
import org.portolan.engine.RowKey;
import org.portolan.types.Tuple;

class ReceiptsTest {
  private static final RowKey ROW = page("A");

  private final Parts parts = new Parts();

  @AfterEach
  void close() {
    parts.close();
  }

  private boolean bring(WriteState state) {
    return parts.receipts.bring(ROW, state, parts.store.outbox(state));
  }

  private List<FollowUp> listed() {
    return parts.store.outbox(parts.store.state(ROW)).followUps();
  }

  private static List<Tuple> receiptKeys(List<FollowUp> followUps) {
    return followUps.stream()
        .filter(Receipts::isReceipt)
        .map(followUp -> followUp.target().item().orElseThrow())
        .toList();
  }

  @Test
  void bring_aboveTheWatermark_isPut() {
    parts.putBase(parts.pages(), 0, 10);
    WriteState state = parts.put(ROW, parts.state(11, 7, receipt(parts.pages(), 11, 7, 1)));

    assertThat(bring(state)).isTrue();

    assertThat(parts.receiptsOf(parts.pages())).containsExactly(11L);
    assertThat(parts.store.state(ROW)).isEqualTo(state);
  }

  @Test
  void bring_atTheWatermark_isGivenAVersionAboveIt() {
    long folded = NOW + 5_000;
    parts.putBase(parts.pages(), 0, folded);
    FollowUp content = Parts.content(page("B"), "left", folded);
    FollowUp late = receipt(parts.pages(), folded, 7, 1);
    WriteState state = parts.put(ROW, parts.state(folded - 9, 7, late, content));

    assertThat(bring(state)).isFalse();

    assertThat(parts.receiptsOf(parts.pages())).isEmpty();
    WriteState renewed = parts.store.state(ROW);
    assertThat(renewed.version()).isEqualTo(folded + 1);
    assertThat(renewed.includes(7)).isTrue();
    assertThat(listed())
        .hasSize(2)
        .contains(content)
        .anySatisfy(
            receipt -> {
              assertThat(Receipts.isReceipt(receipt)).isTrue();
              assertThat(receipt.version()).isEqualTo(folded + 1);
              assertThat(receipt.values()).containsExactly(1L);
            });
    assertThat(bring(renewed)).isTrue();
    assertThat(parts.receiptsOf(parts.pages())).containsExactly(folded + 1);
  }

  /** A receipt for the eighth shard, of which the design has one. */
  private FollowUp stray(long version) {
    FollowUp receipt = receipt(parts.pages(), version, 7, 1);
    Target target = receipt.target();
    return new FollowUp(
        new Target(target.table(), Tuple.of("pages", 7), target.family(), target.item()),
        receipt.values(),
        version);
  }

  @Test
  void bring_toAShardThatNobodyReads_isGivenAnotherShard() {
    parts.putBase(parts.pages(), 0, NOW + 5_000);
    WriteState state = parts.put(ROW, parts.state(NOW, 7, stray(NOW)));

    assertThat(bring(state)).isFalse();

    WriteState renewed = parts.store.state(ROW);
    assertThat(listed())
        .singleElement()
        .satisfies(
            receipt -> {
              assertThat(receipt.target().key()).isEqualTo(Parts.shard(parts.pages()));
              assertThat(receipt.version()).isEqualTo(NOW + 5_001);
            });
    assertThat(bring(renewed)).isTrue();
    assertThat(parts.receiptsOf(parts.pages())).containsExactly(NOW + 5_001);
  }

  /** It was counted before the shard was given up. */
  @Test
  void bring_toAShardThatNobodyReads_thatHasItAlready_isLeftThere() {
    FollowUp stray = stray(NOW);
    parts.applier.apply(List.of(stray), parts.runtime.stopwatch(), Durability.SYNCED, null);
    WriteState state = parts.put(ROW, parts.state(NOW, 7, stray));

    assertThat(bring(state)).isTrue();

    assertThat(parts.store.state(ROW)).isEqualTo(state);
    assertThat(parts.receiptsOf(parts.pages())).isEmpty();
  }

  @Test
  void bring_lateInARowAheadOfAllClocks_isGivenTheNextVersionOfTheRow() {
    parts.putBase(parts.pages(), 0, NOW);
    WriteState state =
        parts.put(ROW, parts.state(NOW + 9_000, 7, receipt(parts.pages(), NOW - 1, 7, 1)));

    assertThat(bring(state)).isFalse();

    assertThat(parts.store.state(ROW).version()).isEqualTo(NOW + 9_001);
  }

  @Test
  void bring_severalLate_areToldApartByTheirOrdinals() {
    parts.putBase(parts.pages(), 0, 50);
    WriteState state =
        parts.put(
            ROW,
            parts.state(50, 7, receipt(parts.pages(), 50, 7, 1), receipt(parts.pages(), 50, 8, 2)));

    assertThat(bring(state)).isFalse();

    WriteState renewed = parts.store.state(ROW);
    assertThat(receiptKeys(listed()))
        .containsExactly(
            Tuple.of(renewed.version(), renewed.write(), 0),
            Tuple.of(renewed.version(), renewed.write(), 1));
  }

  @Test
  void bring_someLate_theOthersArePut() {
    parts.putBase(parts.pages(), 0, 50);
    parts.putBase(parts.views(), 0, 10);
    WriteState state =
        parts.put(
            ROW,
            parts.state(50, 7, receipt(parts.pages(), 50, 7, 1), receipt(parts.views(), 50, 7, 1)));

    assertThat(bring(state)).isFalse();

    assertThat(parts.receiptsOf(parts.views())).containsExactly(50L);
    assertThat(listed())
        .singleElement()
        .satisfies(left -> assertThat(left.target().key()).isEqualTo(Parts.shard(parts.pages())));
  }

  @Test
  void bring_lateInARowThatWasWrittenSince_leavesTheRow() {
    parts.putBase(parts.pages(), 0, 50);
    FollowUp late = receipt(parts.pages(), 40, 7, 1);
    WriteState seen = parts.state(40, 7, late);
    WriteState since = parts.put(ROW, parts.state(60, 9, late));

    assertThat(bring(seen)).isFalse();

    assertThat(parts.store.state(ROW)).isEqualTo(since);
  }

  @Test
  void bring_lateButListedNoLonger_leavesTheRow() {
    parts.putBase(parts.pages(), 0, 50);
    WriteState seen = parts.state(40, 7, receipt(parts.pages(), 40, 7, 1));
    WriteState cleared = parts.put(ROW, parts.state(40, 7));

    assertThat(bring(seen)).isFalse();

    assertThat(parts.store.state(ROW)).isEqualTo(cleared);
  }

  @Test
  void bring_late_keepsOneTicketUntilTheRowIsFinished() {
    parts.putBase(parts.pages(), 0, 50);
    WriteState state = parts.put(ROW, parts.state(50, 7, receipt(parts.pages(), 50, 7, 1)));
    AtomicBoolean registered = new AtomicBoolean();
    parts.engine.beforeWrite =
        mutations -> {
          if (mutations.get(0).rowKey().equals(ROW)) {
            long session = parts.sessions.all().get(0).id();
            registered.set(parts.sessions.openRows(session).contains(ROW));
          }
        };

    bring(state);

    assertThat(registered).as("the row was registered before it was changed").isTrue();
    assertThat(parts.unfinished.waiting(ROW)).hasSize(1);
    parts.membership.hasWorked();
    assertThat(parts.membership.hasWorked()).as("the session waits for the row").isTrue();
    parts.unfinished.finished(ROW, parts.unfinished.waiting(ROW));
    assertThat(parts.membership.hasWorked()).isFalse();
  }
}
