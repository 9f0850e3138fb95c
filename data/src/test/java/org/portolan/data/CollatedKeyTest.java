package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.types.Tuple;

/** Rows whose key has a collation, named in another spelling, on every kind of engine. */
class CollatedKeyTest extends ReferenceStores {
  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns", "grid"})
  void update_inAnotherSpelling_leavesTheKeyAsItIs(String engine) throws Exception {
    on(
        engine,
        store -> {
          write(store, transaction -> customer(transaction, "Jörg"));
          write(
              store,
              transaction ->
                  transaction.update("customer", Tuple.of("JORG"), Map.of("name", "George")));
          assertThat(store.get("customer", Tuple.of("jorg"), Columns.ALL).orElseThrow())
              .satisfies(
                  row -> {
                    assertThat(row.key()).isEqualTo(Tuple.of("Jörg"));
                    assertThat(row.text("name")).isEqualTo("George");
                  });
          write(store, transaction -> customer(transaction, "JÖRG"));
          assertThat(store.scanStored("customer", Columns.ALL, Paging.first(10)).entries())
              .extracting(EntityRow::key)
              .containsExactly(Tuple.of("JÖRG"));
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns", "grid"})
  void keyOfAnotherType_isRefusedByName(String engine) throws Exception {
    on(
        engine,
        store -> {
          Tuple key = Tuple.of(1);
          List<Consumer<StoreTransaction>> writes =
              List.of(
                  transaction -> transaction.get("customer", key, Columns.ALL),
                  transaction -> transaction.put("customer", key, Map.of()),
                  transaction -> transaction.update("customer", key, Map.of()),
                  transaction -> transaction.delete("customer", key));
          for (Consumer<StoreTransaction> each : writes) {
            assertThatThrownBy(() -> write(store, each))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                    "column 'id' holds values of type text and takes a java.lang.String, not the"
                        + " java.lang.Integer 1");
          }
        });
  }
}
