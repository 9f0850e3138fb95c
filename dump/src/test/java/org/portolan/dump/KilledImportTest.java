package org.portolan.dump;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.dump.StoreExport.Options;
import org.portolan.types.Tuple;

/**
 * An import whose process is killed again and again, and run again each time, loses nothing and
 * makes nothing twice. More kills: {@code -Dportolan.kills=20 -Dportolan.seed=2}.
 */
@Tag("long")
class KilledImportTest {
  private static final int KILLS = Integer.getInteger("portolan.kills", 3);
  private static final long SEED = Long.getLong("portolan.seed", 1);
  private static final int ROWS = 6_000 * (KILLS + 1);

  /** The largest delay between a line of the process and its end. */
  private static final int DELAY_MILLISECONDS_MAX = 100;

  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: books
          entities:
            book:
              key: {id: long}
              key-layout: {modulo: {range: 4}}
              families: {main: {title: text, tags: set of text}}
              collections:
                marks: {key: {n: int}, storage: rows, columns: {text: text}}
                pages: {key: {n: int}, storage: object, columns: {text: text}}
              indexes:
                by_tag: {on: [tags], layout: "object read-delta(2, 2)"}
              counters:
                books: {layout: random(4)}
                book_marks: {counts: marks, layout: single}
          """,
          "books");

  @TempDir Path directory;

  @Test
  void import_killedAndRunAgain_endsAsUndisturbed() throws Exception {
    Options options = new Options(1 << 19, 1 << 20);
    Path dump = directory.resolve("dump");
    long marks = fill(dump, options);
    Random random = new Random(SEED);
    String uri = "rocksdb:" + directory.resolve("target");
    int kills = 0;
    boolean done = false;
    while (!done) {
      boolean kill = kills < KILLS;
      done = importOnce(dump, uri, kill ? random : null);
      kills += kill && !done ? 1 : 0;
    }
    assertThat(kills).as("kills with seed " + SEED).isPositive();
    try (Store store = Stores.open(uri)) {
      assertThat(store.counter("books")).isEqualTo(ROWS);
      assertThat(store.counter("book_marks")).isEqualTo(marks);
      StoreCheck.Result check =
          store
              .check(new StoreCheck.Options(false, false, Duration.ZERO, 10))
              .run(finding -> {}, looked -> {});
      assertThat(check.isClean()).as("%s", check).isTrue();
      Path again = directory.resolve("again");
      StoreExport.Summary unused = new StoreExport(store, again, options, rows -> {}).run();
      Histories.assertSameSegments(again, dump);
    }
  }

  /** Returns the number of marks. */
  private long fill(Path dump, Options options) {
    Random random = new Random(SEED);
    long marks = 0;
    try (Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("source"), DESIGN)) {
      for (int start = 0; start < ROWS; start += 500) {
        int first = start;
        marks +=
            store.write(
                tx -> {
                  long count = 0;
                  for (long id = first; id < first + 500; id++) {
                    Map<String, Object> values = new HashMap<>();
                    values.put("title", "book " + random.nextLong());
                    values.put("tags", Set.of("t" + random.nextInt(20)));
                    tx.put("book", Tuple.of(id), values);
                    for (int n = random.nextInt(3); n > 0; n--) {
                      tx.putItem("book", Tuple.of(id), "marks", Tuple.of(n), Map.of());
                      count++;
                    }
                    tx.putItem("book", Tuple.of(id), "pages", Tuple.of(1), Map.of("text", "x"));
                  }
                  return count;
                });
      }
      StoreExport.Summary unused = new StoreExport(store, dump, options, rows -> {}).run();
    }
    return marks;
  }

  /**
   * Starts an import and kills it soon, unless {@code random} is null.
   *
   * @return whether it reached its end before
   */
  private static boolean importOnce(Path dump, String uri, Random random)
      throws IOException, InterruptedException {
    Process process = ImportProcess.start(dump, uri);
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      int lines = random == null ? Integer.MAX_VALUE : 1 + random.nextInt(30);
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
