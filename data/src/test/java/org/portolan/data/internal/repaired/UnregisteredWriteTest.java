package org.portolan.data.internal.repaired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.portolan.data.internal.repaired.Parts.NOW;
import static org.portolan.data.internal.repaired.Parts.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.portolan.data.StoreTransaction;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.session.SessionRecord;
import org.portolan.engine.Change;
import org.portolan.engine.Durability;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.RowKey;
import org.portolan.types.Tuple;

/**
 * A write of one row without follow-ups is registered only if the row is new or the answer is lost.
 */
class UnregisteredWriteTest extends AttemptsFixture {
  private static final RowKey A = page("A");
  private static final RowKey LAST = page("last");
  private static final RowKey NOTE = new RowKey("note", Tuple.of("n"));

  private void write(Consumer<StoreTransaction> work) {
    attempts.attempt(
        Durability.SYNCED,
        null,
        transaction -> {
          work.accept(transaction);
          return null;
        });
  }

  /** Leaves a page that no session has registered. */
  private void leavePage(FollowUp... listed) {
    Mutation state = parts.store.state(A).changed(A, parts.state(NOW, 1, listed));
    leave(A, state, Arrays.asList("old", null));
  }

  private void leave(RowKey row, Mutation state, List<Object> values) {
    List<Change> changes = new ArrayList<>(state.changes());
    changes.add(new Change.PutColumns("main", values));
    Mutation whole =
        new Mutation(row.table(), row.key(), changes, state.condition(), state.version());
    assertThat(parts.engine.mutate(whole, Durability.SYNCED)).isTrue();
  }

  /** Returns all rows registered so far, without the row that this call registers. */
  private Set<RowKey> registered() {
    write(transaction -> transaction.put("page", LAST.key(), Map.of("links", Set.of("x"))));
    SessionRecord session = parts.sessions.all().get(0);
    Set<RowKey> rows = parts.sessions.openRows(session.id());
    assertThat(rows).contains(LAST);
    return rows;
  }

  @Test
  void update_ofAColumnThatNoIndexHas_isNotRegistered() {
    leavePage();

    write(transaction -> transaction.update("page", A.key(), Map.of("text", "new")));

    assertThat(parts.text(A)).contains("new");
    assertThat(registered()).doesNotContain(A);
  }

  /** Leaves a note that no session has registered. */
  private void leaveNote() {
    leave(NOTE, parts.store.state(NOTE).changed(NOTE, parts.state(NOW, 1)), List.of("old"));
  }

  @Test
  void put_ofAnEntityWithoutIndexesAndCountersOverARow_isNotRegistered() {
    leaveNote();

    write(transaction -> transaction.put("note", NOTE.key(), Map.of("text", "new")));

    assertThat(registered()).doesNotContain(NOTE);
  }

  /** The end of its session must find the row, since a backfill of a later index does not. */
  @Test
  void put_ofANewRowOfAnEntityWithoutIndexesAndCounters_isRegisteredBeforeTheCommit() {
    List<Set<RowKey>> before = new ArrayList<>();
    parts.engine.beforeWrite =
        mutations -> {
          if (mutations.get(0).rowKey().equals(NOTE)) {
            before.add(parts.sessions.openRows(parts.sessions.all().get(0).id()));
          }
        };

    write(transaction -> transaction.put("note", NOTE.key(), Map.of("text", "new")));

    assertThat(before).singleElement().satisfies(rows -> assertThat(rows).contains(NOTE));
  }

  /** The state of the row before is there for two days, and a backfill changes it. */
  @Test
  void put_ofANoteThatWasDeleted_isNotRegistered() {
    parts.put(NOTE, parts.state(NOW, 1));

    write(transaction -> transaction.put("note", NOTE.key(), Map.of("text", "new")));

    assertThat(registered()).doesNotContain(NOTE);
  }

  @Test
  void update_ofAnIndexedColumn_isRegisteredBeforeTheCommit() {
    leavePage();

    write(transaction -> transaction.update("page", A.key(), Map.of("links", Set.of("x"))));

    assertThat(registered()).contains(A);
  }

  @Test
  void update_thatIsFollowedByAnItemOfTheRow_isRegistered() {
    write(
        transaction -> {
          transaction.put("note", Tuple.of("n"), Map.of("text", "new"));
          transaction.putItem(
              "note", Tuple.of("n"), "history", Tuple.of(1), Map.of("author", "somebody"));
          transaction.putItem("note", Tuple.of("n"), "texts", Tuple.of(1), Map.of("text", "x"));
        });

    assertThat(registered()).contains(new RowKey("note", Tuple.of("n")));
  }

  @Test
  void update_overTheOutboxOfAnother_isRegistered() {
    leavePage(parts.listing(A));

    write(transaction -> transaction.update("page", A.key(), Map.of("text", "new")));

    assertThat(parts.isListed(A)).isTrue();
    assertThat(registered()).contains(A);
  }

  @Test
  void update_answerLost_isRegisteredThen() {
    leavePage();
    List<RowKey> lost = new ArrayList<>();
    parts.engine.beforeWrite =
        mutations -> {
          if (mutations.get(0).rowKey().equals(A) && lost.isEmpty()) {
            lost.add(A);
            parts.engine.beforeWrite = any -> {};
            parts.engine.mutateAll(mutations, Durability.SYNCED);
            throw new OutcomeUnknownException("lost");
          }
        };

    write(transaction -> transaction.update("page", A.key(), Map.of("text", "new")));

    assertThat(lost).isNotEmpty();
    assertThat(parts.text(A)).contains("new");
    assertThat(registered()).contains(A);
  }
}
