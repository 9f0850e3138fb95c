package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.StoreCheck.Finding;
import org.portolan.data.StoreCheck.Options;
import org.portolan.types.Tuple;

@Tag("long")
class CrashTest {
  private static final int ROUNDS = 3;
  private static final Duration GUARD = Duration.ofMillis(1);

  @TempDir Path directory;

  @Test
  void write_killedAtAnyMoment_allThatWasAcknowledgedStands() throws Exception {
    long seed = Long.getLong("portolan.crash.seed", System.nanoTime());
    Random random = new Random(seed);
    String uri = "rocksdb:" + directory.resolve("store");
    try {
      for (int round = 0; round < ROUNDS; round++) {
        Map<String, Long> acknowledged = writeAndKill(uri, 20 + random.nextInt(150));
        try (Store store = Stores.open(uri)) {
          verify(store, acknowledged);
        }
      }
    } catch (AssertionError e) {
      throw new AssertionError("with -Dportolan.crash.seed=" + seed, e);
    }
  }

  /** Lets a process write until it has acknowledged {@code writes} writes, and kills it. */
  private static Map<String, Long> writeAndKill(String uri, int writes) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                CrashWriter.class.getName(),
                uri)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    Map<String, Long> acknowledged = new HashMap<>();
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (int number = 0; number < writes; number++) {
        acknowledge(output.readLine(), acknowledged);
      }
      process.destroyForcibly();
      // Lines that it printed before it died count as well; the last line may be cut short.
      String line = output.readLine();
      while (line != null) {
        String next = output.readLine();
        if (next != null) {
          acknowledge(line, acknowledged);
        }
        line = next;
      }
    } catch (IOException e) {
      assertThat(acknowledged).isNotEmpty();
    } finally {
      process.destroyForcibly();
      process.waitFor();
    }
    return acknowledged;
  }

  private static void acknowledge(String line, Map<String, Long> acknowledged) {
    assertThat(line).as("the process must not end by itself").isNotNull();
    int space = line.indexOf(' ');
    acknowledged.put(line.substring(0, space), Long.valueOf(line.substring(space + 1)));
  }

  private static void verify(Store store, Map<String, Long> acknowledged) {
    acknowledged.forEach(
        (writer, version) -> {
          long found = CrashWriter.version(store, writer);
          assertThat(found).as("version of %s", writer).isGreaterThanOrEqualTo(version);
          for (long last = Math.max(1, found - CrashWriter.PAGES + 1); last <= found; last++) {
            verifyPage(store, writer, last);
          }
        });
    List<Finding> findings = new ArrayList<>();
    store.check(new Options(false, false, GUARD, 100)).run(findings::add, looked -> {});
    assertThat(findings).isEmpty();
    assertThat(store.counter("edits")).isEqualTo(store.counter("notes"));
  }

  private static void verifyPage(Store store, String writer, long version) {
    Tuple title = CrashWriter.title(writer, version);
    var row = store.get("page", title, Columns.ALL);
    var item = store.item("page", title, "row_notes", Tuple.of((int) version));
    if (CrashWriter.isDeletion(version)) {
      assertThat(row).as("%s, deleted by %s", title, version).isEmpty();
      assertThat(item).isEmpty();
    } else {
      assertThat(row.orElseThrow().intValue("size")).isEqualTo((int) version);
      assertThat(row.orElseThrow().texts("links")).isEqualTo(CrashWriter.links(version));
      assertThat(item.orElseThrow().text("text")).isEqualTo(Long.toString(version));
    }
  }
}
