package org.portolan.data.internal.repaired.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.portolan.data.internal.repaired.Parts.NOW;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.counter.CounterReceipts;
import org.portolan.data.internal.repaired.Parts;
import org.portolan.data.internal.repaired.recovery.CounterFold;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;

/** Counters with more receipts than are read at once. */
class ReceiptsOfSeveralPagesTest {
  private final Parts parts = new Parts();
  private final CounterFold fold = new CounterFold(parts.store, parts.sessions);

  @Test
  void value_heldUpBetweenTwoPages_countsEveryAdditionOnce() {
    int additions = 12_000;
    for (int from = 0; from < additions; from += 500) {
      FollowUp[] some = new FollowUp[500];
      for (int each = 0; each < 500; each++) {
        some[each] = Parts.receipt(parts.pages(), NOW + from / 500, from + each + 1, 1);
      }
      parts.put(some);
    }
    var below = parts.engine.reads;
    boolean[] held = {false};
    parts.engine.reads =
        gets -> {
          Get get = gets.get(0);
          boolean items =
              gets.size() == 1
                  && get.table().equals(CounterSchema.TABLE)
                  && get.families().get(0) instanceof FamilyRead.Items;
          if (items && !held[0]) {
            held[0] = true;
            parts.engine.reads = below;
            fold.fold();
            parts.runtime.pass(Duration.ofSeconds(61));
            fold.fold();
          }
          return below.apply(gets);
        };

    long value = CounterReceipts.value(new Access(parts.engine, null), parts.pages());

    assertThat(held[0]).isTrue();
    assertThat(CounterReceipts.value(new Access(parts.engine, null), parts.pages()))
        .isEqualTo(additions);
    assertThat(value).isEqualTo(additions);
  }
}
