package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.ReferenceException.Reason;
import org.portolan.types.Tuple;

/** Deletions that take the referring rows with them, on every kind of engine. */
class CascadeTest extends ReferenceStores {
  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns", "grid"})
  void cascade_deletesReferringRows(String engine) throws Exception {
    on(
        engine,
        store -> {
          write(
              store,
              transaction -> {
                for (long id = 1; id <= 2; id++) {
                  order(transaction, id, null);
                  for (int number = 0; number < 30; number++) {
                    line(transaction, id, number);
                  }
                }
              });
          delete(store, "order", 1L);
          assertThat(count(store, "line")).isEqualTo(30);
          assertThat(store.counter("orders")).isEqualTo(1);
          write(
              store,
              transaction -> {
                node(transaction, 1, 1L);
                node(transaction, 2, 1L);
                node(transaction, 3, 2L);
                node(transaction, 4, 3L);
                node(transaction, 5, null);
              });
          delete(store, "node", 2L);
          assertThat(exists(store, "node", 4L)).isFalse();
          assertThat(count(store, "node")).isEqualTo(2);
          delete(store, "node", 1L);
          assertThat(count(store, "node")).isEqualTo(1);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns", "grid"})
  void rowsThatReferToThemselvesAndEachOther(String engine) throws Exception {
    on(
        engine,
        store -> {
          write(store, transaction -> employee(transaction, 1, 1L));
          write(
              store,
              transaction -> {
                employee(transaction, 2, 3L);
                employee(transaction, 3, 2L);
              });
          assertThatThrownBy(() -> delete(store, "employee", 2L))
              .isInstanceOf(ReferenceException.class);
          delete(store, "employee", 1L);
          write(
              store,
              transaction -> {
                transaction.delete("employee", Tuple.of(2L));
                transaction.delete("employee", Tuple.of(3L));
              });
          assertThat(count(store, "employee")).isZero();
          write(
              store,
              transaction -> {
                node(transaction, 1, 3L);
                node(transaction, 2, 1L);
                node(transaction, 3, 2L);
              });
          delete(store, "node", 2L);
          assertThat(count(store, "node")).isZero();
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns", "grid"})
  void rowThatIsDeletedWithARowOfItsRing_existed(String engine) throws Exception {
    on(
        engine,
        store -> {
          write(
              store,
              transaction -> {
                node(transaction, 1, 2L);
                for (long id = 2; id <= 151; id++) {
                  node(transaction, id, 1L);
                }
              });
          assertThat(store.deleteCascading("node", Tuple.of(1L))).isTrue();
          assertThat(count(store, "node")).isZero();
          assertThat(store.deleteCascading("node", Tuple.of(1L))).isFalse();
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns", "grid"})
  void manyReferringRows_areDeletedInSeveralWrites(String engine) throws Exception {
    on(
        engine,
        store -> {
          for (int part = 0; part < 5; part++) {
            int first = part * 50;
            write(
                store,
                transaction -> {
                  order(transaction, 1, null);
                  node(transaction, 0, null);
                  for (int number = first; number < first + 50; number++) {
                    line(transaction, 1, number);
                    node(transaction, number + 1, (long) number);
                  }
                });
          }
          assertThatThrownBy(() -> delete(store, "order", 1L))
              .isInstanceOfSatisfying(
                  ReferenceException.class,
                  failure -> {
                    assertThat(failure.reason()).isEqualTo(Reason.TOO_MANY);
                    assertThat(failure.referrers()).hasSize(100);
                  })
              .hasMessage(
                  "the row (1) of order cannot be deleted in one write, because more than 100 rows"
                      + " that refer to it, directly or by others, would be deleted with it"
                      + " (reference line.order); delete it by Store.deleteCascading, which makes"
                      + " several writes; nothing was changed");
          assertThat(count(store, "line")).isEqualTo(250);
          assertThat(store.deleteCascading("order", Tuple.of(1L))).isTrue();
          assertThat(count(store, "line")).isZero();
          assertThat(store.deleteCascading("order", Tuple.of(1L))).isFalse();
          assertThat(store.deleteCascading("node", Tuple.of(100L))).isTrue();
          assertThat(count(store, "node")).isEqualTo(100);
          write(
              store,
              transaction -> {
                for (long id = 100; id < 150; id++) {
                  node(transaction, id, id - 1);
                }
                node(transaction, 0, 149L);
              });
          assertThatThrownBy(() -> store.deleteCascading("node", Tuple.of(7L)))
              .isInstanceOf(ReferenceException.class);
          write(store, transaction -> node(transaction, 7, null));
          assertThat(store.deleteCascading("node", Tuple.of(7L))).isTrue();
          assertThat(count(store, "node")).isZero();
        });
  }
}
