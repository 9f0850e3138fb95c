package org.portolan.data.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Stores;
import org.portolan.data.TestDesigns;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.Design;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.Get;
import org.portolan.engine.Reader;
import org.portolan.engine.Row;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.types.Tuple;

/** Reads an index row by row, as engines may, and merges its delta buckets before each row. */
class MergeDuringReadTest {
  private static final Tuple LATVIA = Tuple.of("Latvia");

  @TempDir Path directory;

  private Runnable beforeRow = () -> {};

  /** An engine that reads one row after another. */
  private Engine rowByRow(Engine engine) {
    return (Engine)
        Proxy.newProxyInstance(
            Engine.class.getClassLoader(),
            new Class<?>[] {Engine.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("get") && arguments[0] instanceof List<?> gets) {
                return read(engine, gets);
              }
              try {
                return method.invoke(engine, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private List<Row> read(Reader reader, List<?> gets) {
    List<Row> rows = new ArrayList<>();
    for (Object get : gets) {
      beforeRow.run();
      rows.addAll(reader.get(List.of((Get) get)));
    }
    return rows;
  }

  private static void put(Store store, Set<String> links) {
    store.write(
        (StoreTransaction transaction) -> {
          transaction.put("page", Tuple.of("Riga"), Map.of("links", links));
          return null;
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cells read-delta(1, 1)",
        "cells read-delta(2, 3)",
        "object read-delta(1, 1)",
        "object read-delta(2, 3)"
      })
  void index_mergedBeforeEachRow_hidesNothingAndBringsNothingBack(String layout) {
    String rocksDb = "rocksdb:" + directory.resolve("store");
    List<Engine> engines = new ArrayList<>();
    String uri =
        FixtureEngines.register(
            () -> {
              engines.add(rowByRow(Engines.open(rocksDb, OpenMode.CREATE_IF_MISSING)));
              return engines.get(0);
            });
    Design design = TestDesigns.oneIndex(layout);
    IndexSchema index = new StoreSchema(design).index("backlinks");
    IndexEntry riga = new IndexEntry(LATVIA, Tuple.of("Riga"), List.of());
    try (Store store = Stores.openOrCreate(uri, design)) {
      Access access = new Access(engines.get(0), null);
      for (int row = 1; row <= 5; row++) {
        for (boolean linked : new boolean[] {true, false}) {
          for (int way = 0; way < 3; way++) {
            put(store, linked ? Set.of() : Set.of("Latvia"));
            store.mergeDeltas();
            put(store, linked ? Set.of("Latvia") : Set.of());
            int at = row;
            int[] seen = {0};
            beforeRow =
                () -> {
                  if (++seen[0] == at) {
                    store.mergeDeltas();
                  }
                };
            boolean found =
                switch (way) {
                  case 0 -> !store.index("backlinks", LATVIA, Paging.first(9)).entries().isEmpty();
                  case 1 -> IndexLookups.listed(access, index, List.of(riga)).get(0);
                  default ->
                      RandomMembers.draw(access, index, LATVIA, RandomGenerator.getDefault())
                          .isPresent();
                };
            beforeRow = () -> {};
            assertThat(found).as("way " + way + ", before row " + row).isEqualTo(linked);
          }
        }
      }
    } finally {
      FixtureEngines.forget(uri);
    }
  }
}
