package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.migrate.sql.JdbcSource;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;

/**
 * Random rows of H2 in every kind of engine, compared with a model field by field. More: {@code
 * -Dportolan.rows=20000 -Dportolan.seed=2}.
 */
class RandomRowsTest {
  private static final int ROWS = Integer.getInteger("portolan.rows", 400);
  private static final long SEED = Long.getLong("portolan.seed", 1);

  @TempDir Path directory;

  private Migration migration(JdbcSource source, boolean resume) {
    return new Migration(
        source,
        RandomShop.MAPPING,
        RandomShop.DESIGN,
        new MigrationOptions(3, 50, 0, resume, 0, directory.resolve("rejects.jsonl")),
        rows -> {});
  }

  @ParameterizedTest
  @EnumSource(Kinds.class)
  void rows_areInTheStore(Kinds kind) throws Exception {
    System.out.println(kind + ": portolan.seed=" + SEED);
    String url = "jdbc:h2:" + directory.resolve("db");
    RandomShop shop = new RandomShop(url, SEED);
    shop.fill(ROWS);
    try (Store store = Stores.openOrCreate(kind.uri(directory, "store"), RandomShop.DESIGN)) {
      try (JdbcSource source = new JdbcSource(url, 1, false)) {
        MigrationSummary summary = migration(source, false).run(store);
        assertThat(summary.rejected()).isZero();
        assertThat(summary.written()).isEqualTo(shop.rows());
      }
      shop.requireIn(store);
      requireThatDamagesAreFound(url, shop, store);
      // The database goes on, and the store follows.
      shop.fill(ROWS / 4);
      shop.delete(ROWS / 20);
      try (JdbcSource source = new JdbcSource(url, 1, false)) {
        MigrationSummary summary = migration(source, true).run(store);
        assertThat(summary.rejected()).isZero();
      }
      shop.requireIn(store);
      // And finds nothing to do when nothing has changed.
      try (JdbcSource source = new JdbcSource(url, 1, false)) {
        MigrationSummary summary = migration(source, true).run(store);
        assertThat(summary.read()).isZero();
        assertThat(summary.kept()).isEqualTo(shop.rows());
      }
    }
  }

  private void requireThatDamagesAreFound(String url, RandomShop shop, Store store) {
    Tuple changed = shop.anyOrder();
    Tuple removed = shop.anyOrder();
    Tuple added = Tuple.of("s9", 9L);
    store.write(
        transaction -> {
          transaction.update("order", changed, Map.of("customer", "nobody", "street", "nowhere"));
          transaction.putItem("order", changed, "lines", Tuple.of(99), Map.of());
          transaction.put("order", added, Map.of());
          return null;
        });
    store.write(transaction -> transaction.delete("order", removed));
    store.write(
        transaction -> {
          transaction.put(
              "visit", Tuple.of(Bytes.wrap(new byte[16]), 1), Map.of("page", "nowhere"));
          return null;
        });
    for (boolean full : List.of(false, true)) {
      List<String> found = verify(url, store, full, false);
      assertThat(found)
          .anyMatch(line -> line.startsWith("different orders " + changed))
          .anyMatch(line -> line.startsWith("surplus orders " + added))
          .anyMatch(line -> line.startsWith("missing orders " + removed))
          .anyMatch(line -> line.startsWith("surplus lines " + changed.append(Tuple.of(99))))
          .anyMatch(line -> line.startsWith("surplus visits (00000"));
    }
    assertThat(verify(url, store, false, true)).allMatch(line -> line.endsWith(" repaired"));
    assertThat(verify(url, store, true, false)).isEmpty();
    shop.requireIn(store);
  }

  private List<String> verify(String url, Store store, boolean full, boolean repair) {
    List<String> found = new ArrayList<>();
    try (JdbcSource source = new JdbcSource(url, 1, false)) {
      List<Verification.TableResult> results =
          new Verification(
                  migration(source, true), store, full, repair, each -> found.add(each.toString()))
              .run();
      assertThat(results.stream().allMatch(Verification.TableResult::isClean))
          .isEqualTo(repair || found.isEmpty());
      assertThat(
              results.stream()
                  .mapToLong(each -> each.missing() + each.surplus() + each.different())
                  .sum())
          .isEqualTo(found.size());
    }
    return found;
  }
}
