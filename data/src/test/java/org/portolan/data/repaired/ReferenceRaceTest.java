package org.portolan.data.repaired;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.data.Columns;
import org.portolan.data.ReferenceException;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.Row;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/**
 * A write that refers to a row which another process deletes, and the deletion of a row to which
 * another process refers, at every moment of the write.
 */
class ReferenceRaceTest {
  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: orders
          entities:
            customer:
              key: {id: text}
              families: {main: {name: text}}
            order:
              key: {id: text}
              families: {main: {customer: text}}
              references:
                customer: {on: [customer], to: customer}
          """,
          "orders");

  private static final Tuple ANNA = Tuple.of("anna");
  private static final Tuple FIRST = Tuple.of("first");

  /** Two writes, of which only one may be made. */
  private enum Race {
    INSERT {
      @Override
      void write(Store store) {
        refer(store, false);
      }

      @Override
      void other(Store store) {
        delete(store);
      }
    },
    INSERT_AFTER_A_READ_OF_THE_TARGET {
      @Override
      void write(Store store) {
        refer(store, true);
      }

      @Override
      void other(Store store) {
        delete(store);
      }
    },
    DELETE {
      @Override
      void write(Store store) {
        delete(store);
      }

      @Override
      void other(Store store) {
        refer(store, false);
      }
    };

    abstract void write(Store store);

    abstract void other(Store store);
  }

  private static void refer(Store store, boolean readTarget) {
    store.write(
        transaction -> {
          if (readTarget) {
            transaction.get("customer", ANNA, Columns.ALL);
          }
          transaction.put("order", FIRST, Map.of("customer", "anna"));
          return null;
        });
  }

  private static void delete(Store store) {
    store.write(transaction -> transaction.delete("customer", ANNA));
  }

  /** Makes a write; returns whether references refused it. */
  private static boolean refused(Runnable write) {
    try {
      write.run();
      return false;
    } catch (ReferenceException refusal) {
      return true;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "rows, INSERT",
    "rows, INSERT_AFTER_A_READ_OF_THE_TARGET",
    "rows, DELETE",
    "columns, INSERT",
    "columns, INSERT_AFTER_A_READ_OF_THE_TARGET",
    "columns, DELETE"
  })
  void targetDeleted_whileARowIsMadeToReferToIt_oneOfBothIsRefused(String kind, Race race) {
    int reads = raced(kind, race, Integer.MAX_VALUE);
    assertThat(reads).as("reads of the write").isPositive();
    for (int read = 1; read <= reads; read++) {
      raced(kind, race, read);
    }
  }

  /**
   * Makes a write, and the other one after one of its reads, or after it.
   *
   * @return how often the write has read
   */
  private static int raced(String kind, Race race, int afterRead) {
    MemoryCluster cluster =
        kind.equals("rows") ? MemoryCluster.ofRows("race", 1) : MemoryCluster.ofColumns("race", 1);
    HookedEngine engine = new HookedEngine(cluster.connect());
    int[] reads = new int[1];
    List<Boolean> refusals = new ArrayList<>();
    try (Store store = RowStores.open(() -> engine, DESIGN, RowStores.OPTIONS);
        Store other = RowStores.open(cluster::connect, DESIGN, RowStores.OPTIONS)) {
      other.write(
          transaction -> {
            transaction.put("customer", ANNA, Map.of("name", "Anna"));
            return null;
          });
      var below = engine.reads;
      engine.reads =
          gets -> {
            List<Row> rows = below.apply(gets);
            if (++reads[0] == afterRead) {
              refusals.add(refused(() -> race.other(other)));
            }
            return rows;
          };
      refusals.add(refused(() -> race.write(store)));
      int needed = reads[0];
      if (refusals.size() == 1) {
        refusals.add(refused(() -> race.other(other)));
      }
      other.sweep();
      boolean refers = other.get("order", FIRST, Columns.ALL).isPresent();
      boolean there = other.get("customer", ANNA, Columns.ALL).isPresent();
      assertThat(there)
          .as("target, if the other write is made after read %d", afterRead)
          .isEqualTo(refers);
      assertThat(refusals).as("refusals").containsExactlyInAnyOrder(true, false);
      List<StoreCheck.Finding> findings = new ArrayList<>();
      other
          .check(new StoreCheck.Options(false, false, Duration.ZERO, 50))
          .run(findings::add, looked -> {});
      assertThat(findings).isEmpty();
      return needed;
    }
  }
}
