package org.portolan.data.repaired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.Columns;
import org.portolan.data.Store;
import org.portolan.data.internal.session.SessionTable;
import org.portolan.engine.Change;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.UnavailableException;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** The leftovers of a session after its rows are done and after its store is closed. */
class LeavingTest {
  private final MemoryCluster cluster = MemoryCluster.ofRows("left", 1);
  private final HookedEngine engine = new HookedEngine(cluster.connect());

  private Store open() {
    return RowStores.open(() -> engine, RowStores.everyLayout(), RowStores.OPTIONS);
  }

  private static Void put(Store store, String title) {
    return store.write(
        transaction -> {
          transaction.put("page", Tuple.of(title), Map.of("text", "of " + title));
          return null;
        });
  }

  /** Another thread writes while the store is being closed, after its session has ended. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void write_betweenLeavingAndClosing_isRefused(boolean hasWritten) {
    List<Throwable> refusals = new ArrayList<>();
    Store store = open();
    if (hasWritten) {
      put(store, "before");
    }
    engine.beforeClose =
        () -> {
          try {
            put(store, "after");
          } catch (RuntimeException e) {
            refusals.add(e);
          }
        };
    store.close();
    assertThat(refusals).hasSize(1);
    assertThat(refusals.get(0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the store is closed; this attempt changed nothing");
    assertThat(sessions()).isEmpty();
    try (Store other =
        RowStores.open(cluster::connect, RowStores.everyLayout(), RowStores.OPTIONS)) {
      assertThat(other.get("page", Tuple.of("after"), Columns.ALL)).isEmpty();
      assertThat(other.counter("pages")).isEqualTo(hasWritten ? 1 : 0);
    }
  }

  /** Returns the ids of all sessions, once for each of their pages. */
  private List<Long> sessions() {
    return pages().stream().map(row -> (Long) row.key().get(0)).filter(id -> id > 0).toList();
  }

  private List<Row> pages() {
    try (Engine client = cluster.connect()) {
      return client
          .scan(
              Scan.of(
                  SessionTable.NAME,
                  KeyRange.ALL,
                  100,
                  FamilyRead.all("session"),
                  new FamilyRead.Items("open_rows", KeyRange.ALL, 1, false)))
          .rows();
    }
  }

  private static boolean removesAPage(Mutation mutation) {
    return mutation.table().equals(SessionTable.NAME)
        && mutation.changes().contains(new Change.DeleteFamily("open_rows"));
  }

  @Test
  void retire_removalThatFailed_isMadeAtTheNextTurn() {
    AtomicBoolean failing = new AtomicBoolean(true);
    engine.beforeWrite =
        mutations -> {
          if (failing.get() && mutations.stream().anyMatch(LeavingTest::removesAPage)) {
            throw new UnavailableException("the test lets nobody remove pages");
          }
        };
    try (Store store = open()) {
      store.write(
          Durability.BUFFERED,
          transaction -> {
            for (int page = 0; page < 1_500; page++) {
              transaction.put("page", Tuple.of("page " + page), Map.of("size", page));
            }
            return null;
          });
      assertThatThrownBy(
              () -> {
                for (int turn = 0; turn < 20; turn++) {
                  store.sweep();
                }
              })
          .isInstanceOf(UnavailableException.class);
      assertThat(firstPageIsThere()).isTrue();
      failing.set(false);
      store.sweep();
      assertThat(firstPageIsThere()).isFalse();
    }
  }

  private boolean firstPageIsThere() {
    return pages().stream()
        .anyMatch(row -> row.key().get(1).equals(1) && !row.itemsOf("open_rows").isEmpty());
  }
}
