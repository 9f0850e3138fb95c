package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Store.Guarantee;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** A transaction that its work has passed on, used after the work has ended. */
class EndedTransactionTest {
  private static final Tuple RIGA = Tuple.of("Riga");
  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: plain
          entities:
            page:
              key: {title: text}
              key-layout: plain
              families:
                main: {text: text}
              collections:
                notes: {key: {n: int}, storage: cells, columns: {text: text}}
          """,
          "plain");

  private static final List<Consumer<StoreTransaction>> USES =
      List.of(
          ended -> ended.put("page", RIGA, Map.of()),
          ended -> ended.update("page", RIGA, Map.of()),
          ended -> ended.delete("page", RIGA),
          ended -> ended.putItem("page", RIGA, "notes", Tuple.of(1), Map.of()),
          ended -> ended.insertItem("page", RIGA, "notes", Tuple.of(1), Map.of()),
          ended -> ended.addItem("page", RIGA, "notes", Tuple.of(1), Map.of()),
          ended -> ended.deleteItem("page", RIGA, "notes", Tuple.of(1)),
          ended -> ended.prefetch("page", List.of(RIGA)),
          ended -> ended.get("page", RIGA, Columns.ALL),
          ended -> ended.scan("page", Tuple.EMPTY, Columns.ALL, Paging.first(1)),
          ended -> ended.item("page", RIGA, "notes", Tuple.of(1)),
          ended -> ended.items("page", RIGA, "notes", Paging.first(1)));

  private static void requireRefused(StoreTransaction ended) {
    assertThat(USES)
        .allSatisfy(
            use ->
                assertThatThrownBy(() -> use.accept(ended))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("after its write had ended"));
  }

  private static void requireRefusedAfterTheEnd(Store store) {
    requireRefused(store.write(transaction -> transaction));
    AtomicReference<StoreTransaction> failed = new AtomicReference<>();
    assertThatThrownBy(
            () ->
                store.write(
                    transaction -> {
                      failed.set(transaction);
                      throw new UnsupportedOperationException("given up");
                    }))
        .isInstanceOf(UnsupportedOperationException.class);
    requireRefused(failed.get());
    assertThat(store.get("page", RIGA, Columns.NONE)).isEmpty();
  }

  @Test
  void write_withinAnotherOfTheSameThread_isRefused(@TempDir Path directory) {
    try (Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), DESIGN);
        Store other = Stores.openOrCreate("rocksdb:" + directory.resolve("other"), DESIGN)) {
      assertThatThrownBy(
              () ->
                  store.write(
                      outer -> {
                        outer.put("page", RIGA, Map.of());
                        return store.write(inner -> inner.delete("page", RIGA));
                      }))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("this thread is in a write of this store already; use its transaction");
      assertThat(store.get("page", RIGA, Columns.NONE)).isEmpty();
      assertThat(store.<Boolean>write(tx -> other.write(inner -> inner.delete("page", RIGA))))
          .as("another store, and after a failure")
          .isFalse();
    }
  }

  @Test
  void use_onAnEngineWithTransactions_isRefused(@TempDir Path directory) {
    try (Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), DESIGN)) {
      assertThat(store.guarantee()).isEqualTo(Guarantee.ATOMIC);
      requireRefusedAfterTheEnd(store);
    }
  }

  @Test
  void use_onAnEngineOfRows_isRefused() {
    String uri = FixtureEngines.register(MemoryCluster.ofRows("ended", 1)::connect);
    try (Store store = Stores.openOrCreate(uri, DESIGN)) {
      assertThat(store.guarantee()).isEqualTo(Guarantee.REPAIRED);
      requireRefusedAfterTheEnd(store);
    } finally {
      FixtureEngines.forget(uri);
    }
  }
}
