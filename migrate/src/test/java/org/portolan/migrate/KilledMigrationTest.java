package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Store;
import org.portolan.data.Stores;

/**
 * A migration whose process is killed again and again, while the database changes in between, ends
 * with what the database has at last. More kills: {@code -Dportolan.kills=20 -Dportolan.seed=2}.
 */
@Tag("long")
class KilledMigrationTest {
  private static final int KILLS = Integer.getInteger("portolan.kills", 3);
  private static final long SEED = Long.getLong("portolan.seed", 1);
  private static final int ROWS = 3_000 * (KILLS + 1);
  private static final int DELAY_MILLISECONDS_MAX = 150;

  @TempDir Path directory;

  @Test
  void migration_killedAndResumed_endsAsTheDatabaseIs() throws Exception {
    System.out.println("portolan.seed=" + SEED);
    String url = "jdbc:h2:" + directory.resolve("db");
    RandomShop shop = new RandomShop(url, SEED);
    shop.fill(ROWS);
    Random random = shop.random();
    String uri = "rocksdb:" + directory.resolve("store");
    int kills = 0;
    boolean done = false;
    while (!done) {
      boolean kill = kills < KILLS;
      done = migrateOnce(url, uri, kill ? random : null);
      if (!done) {
        kills++;
        shop.fill(random.nextInt(50));
        shop.delete(random.nextInt(20));
      }
    }
    assertThat(kills).as("kills with seed " + SEED).isPositive();
    try (Store store = Stores.open(uri)) {
      shop.requireIn(store);
    }
    assertThat(directory.resolve("rejects.jsonl")).doesNotExist();
  }

  /**
   * Starts a migration and kills it soon, unless {@code random} is null.
   *
   * @return whether it reached its end before
   */
  private boolean migrateOnce(String url, String uri, Random random)
      throws IOException, InterruptedException {
    Process process = MigrationProcess.start(url, uri, directory.resolve("rejects.jsonl"));
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      int lines = random == null ? Integer.MAX_VALUE : 1 + random.nextInt(3 * ROWS / 1_000);
      String line = output.readLine();
      for (int number = 1; number < lines && line != null && !line.equals("done"); number++) {
        line = output.readLine();
      }
      if (random == null
          || process.waitFor(random.nextInt(DELAY_MILLISECONDS_MAX), TimeUnit.MILLISECONDS)) {
        assertThat(process.waitFor()).as("exit status of the migration").isZero();
        return true;
      }
      return false;
    } finally {
      process.destroyForcibly().waitFor();
    }
  }
}
