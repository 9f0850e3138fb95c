package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.Store.Guarantee;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.types.Tuple;

/** A load asks for which entities to prefetch: the answer must know every put that reads. */
class ReadsBeforePutTest {
  private static final int ROWS = 50;

  @TempDir Path directory;

  private static Design design(String more) {
    return DesignReader.read(
        """
        format: 1
        design: reads
        entities:
          owner:
            key: {id: long}
            families: {main: {name: text}}
          row:
            key: {id: long}
            families: {main: {owner: long, name: text}}
        """
            + more.indent(4),
        "reads");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "references: {owner: {on: [owner], to: owner}}",
        "indexes: {of_name: {on: [name], layout: hashed(4)}}",
        "indexes: {of_name: {on: [name], unique: true}}",
        "counters: {rows: {layout: single}}",
        "collections: {notes: {key: {n: long}, columns: {text: text}}}"
      })
  void puts_ofManyRows_readNothingThatWasNotPrefetched(String more) {
    try (Store store = Stores.openOrCreate("rocksdb:" + directory, design(more))) {
      assertThat(store.guarantee()).isEqualTo(Guarantee.ATOMIC);
      store.write(
          transaction -> {
            transaction.put("owner", Tuple.of(1L), Map.of("name", "o"));
            return null;
          });
      boolean asked = store.guarantee().readsBeforePut(store.design().entity("row").orElseThrow());
      long alone = roundTrips(store, false);
      long together = roundTrips(store, asked);
      assertThat(together).isLessThanOrEqualTo(3);
      assertThat(asked || alone <= 3).as("a put reads, and nobody is told").isTrue();
    }
  }

  /** Puts fifty rows that exist or not; returns how many round trips that took. */
  private static long roundTrips(Store store, boolean prefetch) {
    List<Tuple> keys = LongStream.range(0, ROWS).mapToObj(id -> Tuple.of(id)).toList();
    Trace trace = new Trace();
    store
        .traced(trace)
        .write(
            transaction -> {
              transaction.leaveReferencesUnchecked();
              if (prefetch) {
                transaction.prefetch("row", keys);
              }
              for (Tuple key : keys) {
                transaction.put("row", key, Map.of("owner", 1L, "name", "n" + key));
              }
              return null;
            });
    return trace.counts().roundTrips();
  }
}
