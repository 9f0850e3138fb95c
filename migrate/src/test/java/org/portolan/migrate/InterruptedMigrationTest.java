package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.data.Store;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.data.UnfinishedLoadException;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.fixture.Fault;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.migrate.sql.JdbcSource;
import org.portolan.migrate.sql.Source;

/**
 * A migration that ends after any row, again and again, while the database changes in between, ends
 * with what the database has at last. More: {@code -Dportolan.rows=5000 -Dportolan.seed=2}.
 */
class InterruptedMigrationTest {
  private static final int ROWS = Integer.getInteger("portolan.rows", 400);
  private static final long SEED = Long.getLong("portolan.seed", 1);
  private static final int INTERRUPTIONS = 6;
  private static final int FAILURES_MAX = 8;

  @TempDir Path directory;

  private static final class Ended extends Error {
    private static final long serialVersionUID = 1L;
  }

  private MigrationSummary migrate(Source source, Store store) {
    MigrationOptions options =
        new MigrationOptions(3, 40, 0, true, 0, directory.resolve("rejects.jsonl"));
    return new Migration(source, RandomShop.MAPPING, RandomShop.DESIGN, options, rows -> {})
        .run(store);
  }

  @ParameterizedTest
  @EnumSource(Kinds.class)
  void migration_endedAfterAnyRow_andResumed_isWhole(Kinds kind) throws Exception {
    System.out.println(kind + ": portolan.seed=" + SEED);
    String url = "jdbc:h2:" + directory.resolve("db");
    RandomShop shop = new RandomShop(url, SEED);
    shop.fill(ROWS);
    Random random = shop.random();
    int ended = 0;
    try (Store store = Stores.openOrCreate(kind.uri(directory, "store"), RandomShop.DESIGN)) {
      for (int run = 0; run < INTERRUPTIONS; run++) {
        int rows = 1 + random.nextInt((int) shop.rows());
        try (JdbcSource source = new JdbcSource(url, 1, false)) {
          EndingSource ending =
              new EndingSource(
                  source,
                  rows,
                  () -> {
                    throw new Ended();
                  });
          MigrationSummary unused = migrate(ending, store);
        } catch (Ended e) {
          ended++;
        }
        shop.fill(random.nextInt(20));
        shop.delete(random.nextInt(10));
      }
      try (JdbcSource source = new JdbcSource(url, 1, false)) {
        assertThat(migrate(source, store).rejected()).isZero();
      }
      assertThat(ended).isPositive();
      shop.requireIn(store);
    }
  }

  /** What was written of a range that no note tells must go if the database has it no more. */
  @Test
  void rowsOfAnInterruptedRange_goneSince_areRemoved() throws Exception {
    System.out.println("portolan.seed=" + SEED);
    String url = "jdbc:h2:" + directory.resolve("db");
    RandomShop shop = new RandomShop(url, SEED);
    shop.fill(3_000);
    MigrationOptions inOneRange =
        new MigrationOptions(1, 100_000, 0, true, 0, directory.resolve("rejects.jsonl"));
    String uri = "rocksdb:" + directory.resolve("store");
    try (Store store = Stores.openOrCreate(uri, RandomShop.DESIGN);
        JdbcSource source = new JdbcSource(url, 1, false)) {
      EndingSource ending =
          new EndingSource(
              source,
              1_200, // of the orders, which come first
              () -> {
                throw new Ended();
              });
      Migration first =
          new Migration(ending, RandomShop.MAPPING, RandomShop.DESIGN, inOneRange, rows -> {});
      assertThatThrownBy(() -> first.run(store)).isInstanceOf(Ended.class);
    }
    shop.delete(1_000);
    assertThatThrownBy(() -> Stores.open(uri)).isInstanceOf(UnfinishedLoadException.class);
    try (Store store = Stores.open(uri, StoreOptions.DEFAULT.admittingUnfinishedLoads());
        JdbcSource source = new JdbcSource(url, 1, false)) {
      Migration second =
          new Migration(source, RandomShop.MAPPING, RandomShop.DESIGN, inOneRange, rows -> {});
      assertThat(second.run(store).rejected()).isZero();
      shop.requireIn(store);
    }
  }

  /** A server that is killed and comes back ends no migration: what failed is written again. */
  @ParameterizedTest
  @EnumSource(Kinds.class)
  void storeThatDoesNotAnswerAtTimes_isWaitedFor(Kinds kind) throws Exception {
    System.out.println(kind + ": portolan.seed=" + SEED);
    String url = "jdbc:h2:" + directory.resolve("db");
    RandomShop shop = new RandomShop(url, SEED);
    shop.fill(ROWS);
    Random random = new Random(SEED);
    AtomicInteger failures = new AtomicInteger();
    FaultPlan plan =
        call -> {
          // A flush is not repeated.
          boolean flush = call.toString().contains("flush");
          if (flush
              || call.background()
              || random.nextInt(12) > 0
              || failures.get() == FAILURES_MAX) {
            return Fault.none();
          }
          failures.incrementAndGet();
          return call.writes() && random.nextBoolean()
              ? new Fault(Fault.Answer.UNKNOWN, random.nextLong(), Fault.Rest.NEVER)
              : Fault.unavailable();
        };
    Engine engine = Engines.open(kind.uri(directory, "store"), OpenMode.CREATE_IF_MISSING);
    try (FaultyNetwork network = new FaultyNetwork(engine)) {
      String uri =
          FixtureEngines.register(
              () ->
                  network
                      .client(plan, thread -> !thread.getName().contains("migrate-writer"))
                      .loading());
      try (JdbcSource source = new JdbcSource(url, 1, false);
          Store store = Stores.openOrCreate(uri, RandomShop.DESIGN)) {
        MigrationSummary summary = migrate(source, store);
        Path rejects = directory.resolve("rejects.jsonl");
        assertThat(summary.rejected())
            .as("%s", summary.rejected() == 0 ? "" : Files.readString(rejects).lines().findFirst())
            .isZero();
        shop.requireIn(store);
      }
    }
    assertThat(failures).hasValue(FAILURES_MAX);
  }

  @Test
  void store_thatFails_endsTheMigrationAndRejectsNothing() throws Exception {
    String url = "jdbc:h2:" + directory.resolve("db");
    RandomShop shop = new RandomShop(url, SEED);
    shop.fill(ROWS);
    try (JdbcSource source = new JdbcSource(url, 1, false);
        Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("s"), RandomShop.DESIGN)) {
      EndingSource ending = new EndingSource(source, 50, store::close);
      assertThatThrownBy(() -> migrate(ending, store))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("closed");
    }
    assertThat(directory.resolve("rejects.jsonl")).doesNotExist();
  }
}
