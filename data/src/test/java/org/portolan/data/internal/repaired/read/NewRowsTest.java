package org.portolan.data.internal.repaired.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.portolan.data.internal.repaired.Parts.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.portolan.data.Columns;
import org.portolan.data.Paging;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Trace;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.counter.CounterReceipts;
import org.portolan.data.internal.repaired.AttemptsFixture;
import org.portolan.data.internal.repaired.Parts;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.RowKey;
import org.portolan.types.Tuple;

/** After new rows, a row that is put is taken for new, and nothing goes wrong if it is not new. */
class NewRowsTest extends AttemptsFixture {
  private static final RowKey A = page("A");
  private static final RowKey B = page("B");

  @BeforeEach
  void putNewOnes() {
    for (int number = 0; number < 4; number++) {
      put(page("new" + number), "x");
    }
  }

  private Trace write(Durability durability, Consumer<StoreTransaction> work) {
    Trace trace = new Trace();
    attempts.attempt(
        durability,
        trace,
        transaction -> {
          work.accept(transaction);
          return null;
        });
    return trace;
  }

  private Trace write(Consumer<StoreTransaction> work) {
    return write(Durability.SYNCED, work);
  }

  private static void put(StoreTransaction transaction, RowKey row, String link) {
    transaction.put("page", row.key(), Map.of("text", link, "links", Set.of(link)));
  }

  private Trace put(RowKey row, String link) {
    return write(transaction -> put(transaction, row, link));
  }

  private static List<Tuple> linking(StoreTransaction transaction, String target) {
    return transaction.index("backlinks", Tuple.of(target), Paging.first(10)).entries();
  }

  private List<Tuple> linking(String target) {
    List<List<Tuple>> found = new ArrayList<>();
    write(transaction -> found.add(linking(transaction, target)));
    return found.get(0);
  }

  private long pages() {
    return CounterReceipts.value(new Access(parts.engine, null), parts.pages());
  }

  @Test
  void put_afterNewRows_isNotRead() {
    Trace trace = put(A, "target");

    assertThat(trace.counts().keysRead()).isZero();
    assertThat(trace.counts().roundTrips()).isEqualTo(2);
    assertThat(parts.text(A)).contains("target");
    assertThat(linking("target")).containsExactly(A.key());
    assertThat(pages()).isEqualTo(5);
  }

  @Test
  void put_overARowThatStands_isMadeOverIt() {
    Trace trace = put(page("new1"), "target");

    assertThat(trace.counts().retries()).isEqualTo(1);
    assertThat(parts.text(page("new1"))).contains("target");
    assertThat(linking("target")).containsExactly(Tuple.of("new1"));
    assertThat(linking("x")).doesNotContain(Tuple.of("new1"));
    assertThat(pages()).isEqualTo(4);
  }

  @Test
  void put_afterOneThatWasNotNew_isRead() {
    put(page("new1"), "target");

    assertThat(put(A, "target").counts().keysRead()).isEqualTo(1);
  }

  @Test
  void put_ofADeletedRow_isMade() {
    put(A, "target");
    write(transaction -> transaction.delete("page", A.key()));
    for (int number = 0; number < 4; number++) {
      put(page("later" + number), "x");
    }

    assertThat(put(A, "again").counts().retries()).isEqualTo(1);
    assertThat(linking("again")).containsExactly(A.key());
    assertThat(pages()).isEqualTo(9);
  }

  @Test
  void put_ofARowThatWasReadInTheWrite_isNotGuessed() {
    Trace trace =
        write(
            transaction -> {
              assertThat(transaction.get("page", Tuple.of("new1"), Columns.ALL)).isPresent();
              put(transaction, page("new1"), "target");
            });

    assertThat(trace.counts().retries()).isZero();
    assertThat(pages()).isEqualTo(4);
  }

  @Test
  void scanAfterAPut_overARowThatStands_runsAgain() {
    AtomicInteger runs = new AtomicInteger();

    write(
        transaction -> {
          runs.incrementAndGet();
          put(transaction, page("new1"), "target");
          transaction.scan("page", Tuple.EMPTY, Columns.ALL, Paging.first(10));
          if (runs.get() == 1) {
            throw new IllegalStateException("read beside a row taken for new");
          }
        });

    assertThat(runs).hasValue(2);
  }

  @Test
  void getAfterAPut_overARowThatStands_runsAgain() {
    AtomicInteger runs = new AtomicInteger();

    write(
        transaction -> {
          runs.incrementAndGet();
          put(transaction, page("new1"), "target");
          transaction.get("page", Tuple.of("new2"), Columns.ALL);
          if (runs.get() == 1) {
            throw new IllegalStateException("read beside a row taken for new");
          }
        });

    assertThat(runs).hasValue(2);
  }

  @Test
  void readAfterAPut_ofANewRow_costsNoRoundTripMore() {
    Trace trace =
        write(
            transaction -> {
              put(transaction, A, "target");
              transaction.get("page", Tuple.of("new2"), Columns.ALL);
            });

    assertThat(trace.counts().roundTrips()).isEqualTo(3);
    assertThat(trace.counts().retries()).isZero();
  }

  @Test
  void put_twiceInOneWrite_countsOnce() {
    write(
        transaction -> {
          put(transaction, A, "first");
          put(transaction, A, "second");
        });

    assertThat(linking("first")).isEmpty();
    assertThat(linking("second")).containsExactly(A.key());
    assertThat(pages()).isEqualTo(5);
  }

  @Test
  void putAndDelete_inOneWrite_leaveNothing() {
    write(
        transaction -> {
          put(transaction, A, "first");
          assertThat(transaction.delete("page", A.key())).isTrue();
        });

    assertThat(linking("first")).isEmpty();
    assertThat(parts.text(A)).isEmpty();
    assertThat(pages()).isEqualTo(4);
  }

  @Test
  void put_ofSeveralRows_oneOfWhichStands_isMadeTogether() {
    write(
        transaction -> {
          put(transaction, A, "target");
          put(transaction, page("new1"), "target");
          put(transaction, B, "target");
        });

    assertThat(linking("target")).containsExactly(A.key(), B.key(), Tuple.of("new1"));
    assertThat(pages()).isEqualTo(6);
  }

  @Test
  void put_buffered_oneRowOfWhichStands_isMade() {
    write(
        Durability.BUFFERED,
        transaction -> {
          put(transaction, A, "target");
          put(transaction, page("new1"), "target");
        });

    assertThat(linking("target")).containsExactly(A.key(), Tuple.of("new1"));
    assertThat(linking("x")).doesNotContain(Tuple.of("new1"));
    assertThat(pages()).isEqualTo(5);
  }

  @Test
  void put_ofAnEntityThatNothingFollows_isOneRoundTrip() {
    for (int number = 0; number < 4; number++) {
      String title = "note" + number;
      write(transaction -> transaction.put("note", Tuple.of(title), Map.of("text", "x")));
    }

    Trace trace = write(transaction -> transaction.put("note", Tuple.of("n"), Map.of("text", "x")));
    Trace over =
        write(transaction -> transaction.put("note", Tuple.of("note1"), Map.of("text", "y")));

    assertThat(trace.counts().roundTrips()).isEqualTo(1);
    assertThat(over.counts().retries()).isEqualTo(1);
    List<String> text = new ArrayList<>();
    write(
        transaction ->
            text.add(
                transaction
                    .get("note", Tuple.of("note1"), Columns.ALL)
                    .orElseThrow()
                    .text("text")));
    assertThat(text).containsExactly("y");
  }

  @Test
  void put_metByAnotherTwice_isAConflict() {
    parts.engine.beforeWrite =
        mutations -> {
          if (mutations.get(0).rowKey().equals(A)) {
            WriteState now = parts.store.state(A);
            parts.engine.beforeWrite = any -> {};
            parts.put(A, parts.state(now.nextVersion(Parts.NOW), now.version() + 7));
            parts.engine.beforeWrite =
                later -> {
                  if (later.get(0).rowKey().equals(A)) {
                    parts.engine.beforeWrite = any -> {};
                    parts.put(A, parts.state(Parts.NOW + 100, 77));
                  }
                };
          }
        };

    assertThatThrownBy(() -> put(A, "target")).isInstanceOf(ConflictException.class);

    assertThat(linking("target")).isEmpty();
    assertThat(pages()).isEqualTo(4);
  }
}
