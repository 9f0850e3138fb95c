package org.portolan.data.repaired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.data.Columns;
import org.portolan.data.DuplicateValueException;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.schema.Claims;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** A repair of a unique value while another process writes, at every moment of the repair. */
class UniqueRepairTest {
  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: customers
          entities:
            customer:
              key: {id: text}
              families: {main: {email: text}}
              indexes:
                customer_of_email: {on: [email], unique: true}
          """,
          "customers");

  private static MemoryCluster cluster(String kind) {
    return kind.equals("rows")
        ? MemoryCluster.ofRows("unique-repair", 1)
        : MemoryCluster.ofColumns("unique-repair", 1);
  }

  private static void put(Store store, String id) {
    store.write(
        transaction -> {
          transaction.put("customer", Tuple.of(id), Map.of("email", "x"));
          return null;
        });
  }

  private static List<StoreCheck.Finding> check(Store store, boolean repair) {
    List<StoreCheck.Finding> findings = new ArrayList<>();
    store
        .check(new StoreCheck.Options(repair, false, Duration.ZERO, 50))
        .run(findings::add, looked -> {});
    return findings;
  }

  /** Gives the value to a row, or takes it away, bypassing the data layer. */
  private static void giveValue(Engine engine, Optional<Tuple> owner) {
    IndexSchema index =
        new StoreSchema(DESIGN, Store.Guarantee.REPAIRED).index("customer_of_email");
    Mutation mutation = Claims.mutation(index, Tuple.of("x"), owner);
    WriteState now =
        WriteState.of(engine.get(Get.of(mutation.table(), mutation.key(), WriteState.READ)));
    boolean done =
        engine.mutate(
            mutation.at(System.currentTimeMillis()).on(now.condition()), Durability.SYNCED);
    assertThat(done).isTrue();
  }

  /** A wrong value, and a write that changes its row while a check repairs it. */
  private enum Race {
    /** The value has a row that is not there, and which is inserted. */
    INSERTED {
      @Override
      void damage(Store store, Engine engine) {
        giveValue(engine, Optional.of(Tuple.of("bob")));
      }

      @Override
      void write(Store store) {
        put(store, "bob");
      }
    },
    /** The value does not have the row that has it, and which is deleted. */
    DELETED {
      @Override
      void damage(Store store, Engine engine) {
        put(store, "bob");
        store.sweep();
        giveValue(engine, Optional.empty());
      }

      @Override
      void write(Store store) {
        store.write(transaction -> transaction.delete("customer", Tuple.of("bob")));
      }
    };

    abstract void damage(Store store, Engine engine);

    abstract void write(Store store);
  }

  @ParameterizedTest
  @CsvSource({"rows, INSERTED", "rows, DELETED", "columns, INSERTED", "columns, DELETED"})
  void repair_whileTheRowChanges_isRightAtEveryMoment(String kind, Race race) {
    int reads = checked(kind, race, Integer.MAX_VALUE);
    assertThat(reads).as("reads of a repair").isGreaterThan(3);
    for (int read = 1; read <= reads; read++) {
      checked(kind, race, read);
    }
  }

  /**
   * Repairs the value, while another process writes after one of the reads.
   *
   * @return how often the repair has read
   */
  private static int checked(String kind, Race race, int writtenAfter) {
    MemoryCluster cluster = cluster(kind);
    HookedEngine engine = new HookedEngine(cluster.connect());
    int[] reads = new int[1];
    try (Store store = RowStores.open(() -> engine, DESIGN, RowStores.OPTIONS);
        Store other = RowStores.open(cluster::connect, DESIGN, RowStores.OPTIONS);
        Engine below = cluster.connect()) {
      race.damage(other, below);
      engine.reads =
          gets -> {
            List<Row> rows = below.get(gets);
            if (++reads[0] == writtenAfter) {
              race.write(other);
            }
            return rows;
          };
      check(store, true);
      int repairing = reads[0];
      assertThat(check(other, false)).as("written after read %d", writtenAfter).isEmpty();
      boolean there = other.get("customer", Tuple.of("bob"), Columns.ALL).isPresent();
      if (there) {
        assertThatThrownBy(() -> put(other, "carl"))
            .as("another row takes the value, after a write after read %d", writtenAfter)
            .isInstanceOf(DuplicateValueException.class);
      } else {
        put(other, "carl");
        assertThat(check(other, false)).isEmpty();
      }
      return repairing;
    }
  }
}
