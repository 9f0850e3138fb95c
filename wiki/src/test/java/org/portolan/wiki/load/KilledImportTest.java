package org.portolan.wiki.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.wiki.Answers;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.WikiStore;
import org.portolan.wiki.Wikis;

/**
 * An import that is killed again and again, and resumed each time, ends like an undisturbed one.
 * For all models and more kills: {@code -Dportolan.kills=20 -Dportolan.kills.seed=2
 * -Dportolan.kills.models=basic,hashed,read-delta,wide-row}.
 */
@Tag("long")
class KilledImportTest {
  private static final int KILLS = Integer.getInteger("portolan.kills", 2);
  private static final long SEED = Long.getLong("portolan.kills.seed", 1);
  private static final int PAGES = 240 * (KILLS + 2);

  /** The largest delay between a line of the process and its end: the time of a few batches. */
  private static final int DELAY_MILLISECONDS_MAX = 150;

  @TempDir private Path directory;

  static Stream<WikiModel> models() {
    String models = System.getProperty("portolan.kills.models", "read-delta,wide-row");
    return Arrays.stream(models.split(",")).map(WikiModel::of);
  }

  @ParameterizedTest
  @MethodSource("models")
  void import_killedAndResumed_endsAsUndisturbed(WikiModel model) throws Exception {
    Random random = new Random(SEED);
    Path killed = directory.resolve("killed");
    String uri = "rocksdb:" + killed.resolve(model.spelling());
    int kills = 0;
    boolean done = false;
    while (!done) {
      boolean kill = kills < KILLS;
      done = importOnce(uri, model, kill ? random : null);
      kills += kill && !done ? 1 : 0;
    }
    String when = model.spelling() + " after " + kills + " kills with seed " + SEED;
    System.out.println("import into " + when);
    assertThat(kills).as(when).isPositive();

    try (WikiStore store = new WikiStore(model, killed);
        WikiStore undisturbed = new WikiStore(model, directory.resolve("undisturbed"))) {
      Imports.run(undisturbed.store(), Imports.synthetic(PAGES));
      Imports.run(undisturbed.store(), Imports.handbookAsGuest());
      Wiki expected = undisturbed.wiki();
      Answers.assertSame(store.wiki(), expected, Imports.questions(expected), 500, when);
      for (String source : new String[] {"synthetic", "handbook.xml"}) {
        assertThat(Wikis.storage(store.store()).imports().state(source).orElseThrow())
            .usingRecursiveComparison()
            .ignoringFields("links")
            .isEqualTo(Wikis.storage(undisturbed.store()).imports().state(source).orElseThrow());
      }
      store.assertClean();
    }
  }

  /**
   * Starts an import and kills it soon, unless {@code random} is null.
   *
   * @return whether it reached its end before
   */
  private static boolean importOnce(String uri, WikiModel model, Random random)
      throws IOException, InterruptedException {
    Process process = ImportProcess.start(uri, model, PAGES);
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      int lines = random == null ? Integer.MAX_VALUE : 1 + random.nextInt(3);
      String line = output.readLine();
      for (int number = 1; number < lines && line != null && !line.equals("done"); number++) {
        line = output.readLine();
      }
      if (random == null
          || process.waitFor(random.nextInt(DELAY_MILLISECONDS_MAX), TimeUnit.MILLISECONDS)) {
        assertThat(process.waitFor()).as("exit status of the import").isZero();
        return true;
      }
      return false;
    } finally {
      process.destroyForcibly().waitFor();
    }
  }
}
