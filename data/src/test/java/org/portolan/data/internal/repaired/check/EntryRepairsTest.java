package org.portolan.data.internal.repaired.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.portolan.data.internal.repaired.Parts.NOW;
import static org.portolan.data.internal.repaired.Parts.page;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.check.EntryLook.Seen;
import org.portolan.data.internal.index.IndexLookups;
import org.portolan.data.internal.repaired.Parts;
import org.portolan.data.internal.repaired.commit.Applier;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.repaired.state.FollowUp.Target;
import org.portolan.data.internal.repaired.state.Intent;
import org.portolan.data.internal.repaired.state.Outbox;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.ConflictException;
import org.portolan.engine.EngineException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;
import org.portolan.types.Tuple;

class EntryRepairsTest {
  private static final RowKey A = page("A");
  private static final Tuple KEY = Tuple.of("A");

  private final Parts parts = new Parts();
  private final EntryRepairs repairs =
      new EntryRepairs(
          parts.store,
          parts.applier,
          parts.intents,
          parts.finisher,
          parts.membership,
          parts.unfinished);
  private final IndexSchema index = parts.schema.index("backlinks");
  private final IndexEntry entry =
      index.entries(KEY, Map.of("links", Set.of("target"))).iterator().next();

  @AfterEach
  void close() {
    parts.engine.beforeWrite = mutations -> {};
    parts.close();
  }

  private FollowUp linking(String... targets) {
    Target target = new Target("page", A.key(), "main", Optional.empty());
    return new FollowUp(target, Arrays.asList("text", Set.of(targets)), NOW);
  }

  /** Puts a page that is not listed. */
  private WriteState putUnlisted() {
    parts.put(linking("target"));
    return parts.put(A, parts.state(NOW, 1));
  }

  private Seen look(boolean repair) {
    return repairs.look(index, entry, KEY, repair);
  }

  private boolean isListed() {
    return IndexLookups.listed(new Access(parts.engine, null), index, List.of(entry)).get(0);
  }

  private boolean isIdle() {
    parts.membership.hasWorked();
    return !parts.membership.hasWorked();
  }

  @Test
  void look_missingEntry_isSaidAndLeftUnlessAskedFor() {
    WriteState before = putUnlisted();

    assertThat(look(false)).isEqualTo(Seen.MISSING);

    assertThat(isListed()).isFalse();
    assertThat(parts.store.state(A)).isEqualTo(before);
  }

  @Test
  void look_missingEntry_isPutByAWriteOfTheRow() {
    WriteState before = putUnlisted();

    assertThat(look(true)).isEqualTo(Seen.MISSING);

    assertThat(isListed()).isTrue();
    WriteState after = parts.store.state(A);
    assertThat(after.version()).isGreaterThan(before.version());
    assertThat(after.includes(1)).isTrue();
    assertThat(after.isSettled()).isTrue();
    assertThat(isIdle()).isTrue();
    assertThat(look(true)).isEqualTo(Seen.RIGHT);
    assertThat(parts.sessions.openRows(parts.sessions.all().get(0).id())).containsExactly(A);
  }

  @Test
  void look_entryOfNoRow_isRemoved() {
    putUnlisted();
    look(true);
    parts.runtime.pass(java.time.Duration.ofSeconds(1));
    parts.put(linking("another").at(parts.runtime.wallMillis()));

    assertThat(look(false)).isEqualTo(Seen.DANGLING);
    assertThat(isListed()).isTrue();
    assertThat(look(true)).isEqualTo(Seen.DANGLING);

    assertThat(isListed()).isFalse();
    assertThat(look(true)).isEqualTo(Seen.RIGHT);
  }

  @Test
  void look_entryOfARowThatWasNeverWritten_isRight() {
    assertThat(look(true)).isEqualTo(Seen.RIGHT);
    assertThat(parts.sessions.all()).as("nothing was written").isEmpty();
  }

  @Test
  void look_rowWithSomethingLeftToDo_isFinishedFirst() {
    parts.put(linking("target"));
    parts.put(A, parts.state(NOW, 1, Parts.content(page("F"), "follows", NOW)));

    assertThat(look(false)).isEqualTo(Seen.MISSING);

    assertThat(parts.text(page("F"))).contains("follows");
  }

  @Test
  void look_rowThatWaitsForADecision_isAConflict() {
    Intent intent = new Intent(List.of(), Outbox.EMPTY, page("P"), 5);
    parts.put(
        A,
        parts
            .state(NOW, 5)
            .with(Optional.empty(), Optional.of(parts.store.outboxes().pack(intent))));

    assertThatThrownBy(() -> look(true))
        .isInstanceOfSatisfying(
            ConflictException.class, e -> assertThat(e.keys()).containsExactly(A));
  }

  @Test
  void look_rowWrittenMeanwhile_isAConflict() {
    putUnlisted();
    AtomicBoolean once = new AtomicBoolean();
    var below = parts.engine.reads;
    parts.engine.reads =
        gets -> {
          var found = below.apply(gets);
          // The entry is looked up between the two looks at the state.
          boolean lookup = !gets.get(0).table().equals("page");
          if (lookup && once.compareAndSet(false, true)) {
            parts.put(A, parts.state(NOW + 1, 2));
          }
          return found;
        };

    assertThatThrownBy(() -> look(false))
        .isInstanceOfSatisfying(
            ConflictException.class, e -> assertThat(e.keys()).containsExactly(A));
    assertThat(once).isTrue();
    assertThat(isListed()).isFalse();
  }

  /** The commit may still arrive: the ticket is held until the row was changed. */
  @Test
  void repair_ofUnknownOutcome_keepsTheRowInSight() {
    putUnlisted();
    var below = parts.engine.reads;
    AtomicBoolean lost = new AtomicBoolean();
    parts.engine.beforeWrite =
        mutations -> {
          if (mutations.get(0).rowKey().equals(A)) {
            lost.set(true);
            throw new OutcomeUnknownException("lost");
          }
        };
    parts.engine.reads =
        gets -> {
          if (lost.get()) {
            throw new UnavailableException("no answer");
          }
          return below.apply(gets);
        };

    assertThatThrownBy(() -> look(true)).isInstanceOf(EngineException.class);

    parts.engine.reads = below;
    assertThat(parts.unfinished.isDoubtful(A)).isTrue();
    assertThat(isIdle()).isFalse();
  }

  @Test
  void repair_clearingOfUnknownOutcome_keepsTheRowInSight() {
    putUnlisted();
    AtomicBoolean committed = new AtomicBoolean();
    parts.engine.beforeWrite =
        mutations -> {
          if (mutations.get(0).rowKey().equals(A) && !committed.compareAndSet(false, true)) {
            throw new OutcomeUnknownException("lost");
          }
        };

    assertThat(look(true)).isEqualTo(Seen.MISSING);

    assertThat(isListed()).isTrue();
    assertThat(parts.unfinished.all()).containsExactly(A);
  }

  @Test
  void repair_heldUpAfterItsCommit_saysThatItIsNotSure() {
    putUnlisted();
    parts.engine.beforeWrite =
        mutations -> {
          if (mutations.get(0).rowKey().equals(A)) {
            parts.engine.beforeWrite = any -> {};
            parts.runtime.pass(Applier.AGE_MAX.plusMillis(1));
          }
        };

    assertThatThrownBy(() -> look(true))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("check again");

    assertThat(isListed()).isFalse();
    assertThat(parts.unfinished.all()).containsExactly(A);
  }

  @Test
  void repair_entryThatTheEngineRefuses_isRefusedBeforeTheCommit() {
    String tooLong = "x".repeat(70_000);
    parts.put(linking(tooLong));
    WriteState before = parts.put(A, parts.state(NOW, 1));
    IndexEntry refused = index.entries(KEY, Map.of("links", Set.of(tooLong))).iterator().next();

    assertThatThrownBy(() -> repairs.look(index, refused, KEY, true))
        .isInstanceOf(CapabilityException.class);

    assertThat(parts.store.state(A)).isEqualTo(before);
  }
}
