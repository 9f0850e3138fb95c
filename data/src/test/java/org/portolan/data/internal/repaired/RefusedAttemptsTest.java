package org.portolan.data.internal.repaired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.portolan.data.internal.repaired.Parts.NOW;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.repaired.state.FollowUp.Target;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Durability;
import org.portolan.engine.RowKey;
import org.portolan.types.Tuple;

/** Attempts of writes that the engine would refuse in part, now or later. */
class RefusedAttemptsTest extends AttemptsStory {
  /** A release that did not check may have left an entry that the engine never accepts. */
  @Test
  void attempt_earlierRemovalThatTheEngineRefuses_isLeftOut() {
    FollowUp removal = never(null);
    parts.put(A, parts.state(NOW, 5, removal, follows));

    assertThat(write(A).committed()).isTrue();

    assertThat(isListed(OTHER)).isTrue();
    assertThat(parts.store.outbox(parts.store.state(A)).followUps()).doesNotContain(removal);
  }

  @Test
  void attempt_earlierContentThatTheEngineRefuses_isRefusedBeforeTheCommit() {
    parts.put(A, parts.state(NOW, 5, never(List.of())));

    assertThatThrownBy(() -> write(A)).isInstanceOf(CapabilityException.class);
    assertThatThrownBy(() -> write(A, B)).isInstanceOf(CapabilityException.class);

    assertThat(parts.text(A)).isEmpty();
    assertThat(isIdle()).isTrue();
  }

  @Test
  void attempt_earlierRemovals_allButThoseThatTheEngineRefusesAreMade() {
    parts.put(parts.listing(OTHER).at(NOW - 1));
    FollowUp removal = new FollowUp(follows.target(), null, NOW);
    parts.put(A, parts.state(NOW, 5, never(null), removal));
    assertThat(isListed(OTHER)).isTrue();

    write(A);

    assertThat(isListed(OTHER)).isFalse();
  }

  @Test
  void attempt_besidesARemovalAlsoContentThatTheEngineRefuses_isRefused() {
    Target place = never(null).target();
    Target other =
        new Target(
            place.table(), place.key(), place.family(), Optional.of(Tuple.of("y".repeat(1 << 20))));
    WriteState left =
        parts.put(A, parts.state(NOW, 5, never(null), new FollowUp(other, List.of(), NOW)));

    assertThatThrownBy(() -> write(A)).isInstanceOf(CapabilityException.class);

    assertThat(parts.store.state(A)).isEqualTo(left);
  }

  @Test
  void attempt_bufferedRowsOfWhichTheEngineRefusesOne_changesNone() {
    assertThatThrownBy(
            () ->
                attempts.attempt(
                    Durability.BUFFERED,
                    null,
                    transaction -> {
                      put(transaction, A, "new");
                      put(transaction, B, "x".repeat(50 << 20));
                      put(transaction, OTHER, "new");
                      return null;
                    }))
        .isInstanceOf(CapabilityException.class);

    requireUntouched(A);
    requireUntouched(OTHER);
    assertThat(isIdle()).isTrue();
  }

  @Test
  void attempt_itemThatNothingLists_isRefusedBeforeTheCommit() {
    assertThatThrownBy(
            () ->
                attempts.attempt(
                    Durability.SYNCED,
                    null,
                    transaction -> {
                      transaction.putItem(
                          "note", Tuple.of("N"), "texts", Tuple.of(1), Map.of("text", "alone"));
                      return null;
                    }))
        .isInstanceOf(IllegalStateException.class);

    assertThat(parts.store.state(new RowKey("note", Tuple.of("N"))).exists()).isFalse();
  }
}
