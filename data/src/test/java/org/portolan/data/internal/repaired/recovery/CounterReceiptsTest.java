package org.portolan.data.internal.repaired.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.portolan.data.internal.repaired.Parts.receipt;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.counter.CounterReceipts;
import org.portolan.data.internal.counter.CounterReceipts.Base;
import org.portolan.data.internal.repaired.Parts;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.engine.Get;
import org.portolan.engine.Row;

class CounterReceiptsTest {
  private static final int PAGE = 10_000;

  private final Parts parts = new Parts();
  private final AtomicInteger reads = new AtomicInteger();

  private long value() {
    return CounterReceipts.value(new Access(parts.engine, null), parts.pages());
  }

  private void countReads() {
    Function<List<Get>, List<Row>> below = parts.engine.reads;
    parts.engine.reads =
        gets -> {
          reads.incrementAndGet();
          return below.apply(gets);
        };
  }

  @Test
  void value_foldedCounter_addsWhatIsAboveTheWatermark() {
    parts.putBase(parts.pages(), 5, 10);
    parts.put(
        receipt(parts.pages(), 10, 1, 100),
        receipt(parts.pages(), 11, 2, 3),
        receipt(parts.pages(), 12, 3, -1));

    assertThat(value()).isEqualTo(7);
  }

  @Test
  void value_readAgain_takesOneRoundTripFromTheWatermarkOn() {
    parts.putBase(parts.pages(), 5, 10);
    countReads();

    value();
    assertThat(reads).hasValue(2);
    assertThat(parts.pages().knownWatermark(0)).isEqualTo(10);
    parts.putBase(parts.pages(), 6, 20);
    reads.set(0);
    assertThat(value()).isEqualTo(6);
    assertThat(reads).hasValue(1);
    assertThat(parts.pages().knownWatermark(0)).isEqualTo(20);
  }

  @Test
  void value_neverFolded_isReadFromTheStartOnce() {
    countReads();

    assertThat(value()).isZero();
    assertThat(value()).isZero();
    assertThat(reads).hasValue(3);
  }

  @Test
  void bases_ofAFoldedCounter_areRemembered() {
    parts.putBase(parts.pages(), 5, 10);

    CounterReceipts.bases(new Access(parts.engine, null), parts.pages());

    assertThat(parts.pages().knownWatermark(0)).isEqualTo(10);
  }

  @Test
  void value_moreReceiptsThanOneRead_countsThemAll() {
    List<FollowUp> receipts = new ArrayList<>();
    for (int version = 1; version <= PAGE + 1; version++) {
      receipts.add(receipt(parts.pages(), version, 1, 1));
    }
    parts.put(receipts.toArray(FollowUp[]::new));

    assertThat(value()).isEqualTo(PAGE + 1);
  }

  @Test
  void nextFolded_clockBehind_risesAllTheSame() {
    Base base = new Base(1, 10, 500);

    assertThat(base.nextFolded(400)).isEqualTo(501);
    assertThat(base.nextFolded(501)).isEqualTo(501);
    assertThat(base.nextFolded(600)).isEqualTo(600);
  }
}
