package org.portolan.data.internal.repaired.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.portolan.data.internal.repaired.Parts.NOW;
import static org.portolan.data.internal.repaired.Parts.page;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.portolan.data.Trace;
import org.portolan.data.internal.repaired.Parts;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.engine.Durability;

class ApplierTest {
  private static final Duration MILLI = Duration.ofMillis(1);

  private final Parts parts = new Parts();
  private final List<FollowUp> two =
      List.of(Parts.content(page("A"), "a", NOW), Parts.content(page("B"), "b", NOW));

  @AfterEach
  void close() {
    parts.close();
  }

  private boolean apply(List<FollowUp> followUps, Duration heldUp, Trace trace) {
    var known = parts.runtime.stopwatch();
    parts.runtime.pass(heldUp);
    return parts.applier.apply(followUps, known, Durability.SYNCED, trace);
  }

  @Test
  void apply_untilTheLimitOfAge_isMade() {
    assertThat(apply(two, Applier.AGE_MAX, null)).isTrue();

    assertThat(parts.text(page("A"))).contains("a");
    assertThat(parts.text(page("B"))).contains("b");
  }

  @Test
  void apply_heldUpTooLong_makesNothing() {
    assertThat(apply(two, Applier.AGE_MAX.plus(MILLI), null)).isFalse();

    assertThat(parts.text(page("A"))).isEmpty();
  }

  @Test
  void apply_nothing_isDoneHoweverLate() {
    assertThat(apply(List.of(), Applier.AGE_MAX.plus(MILLI), null)).isTrue();
  }

  @Test
  void apply_traced_countsItsBatch() {
    Trace trace = new Trace();

    apply(two, Duration.ZERO, trace);

    assertThat(trace.counts().roundTrips()).isEqualTo(1);
    assertThat(trace.counts().keysWritten()).isEqualTo(2);
  }
}
