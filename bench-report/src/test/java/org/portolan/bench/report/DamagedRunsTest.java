package org.portolan.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.run.SavedRun;
import org.portolan.bench.search.SearchFiles;

/**
 * Saved runs and searches with random damage. Each is either refused by an error that names the
 * file, or reported and compared. More damages: {@code -Dportolan.damages=N}; repeat one: {@code
 * -Dportolan.seed=N}.
 */
@Tag("long")
final class DamagedRunsTest {
  private static final int DAMAGES = Integer.getInteger("portolan.damages", 300);
  private static final Pattern VALUE =
      Pattern.compile("\"[^\"]*\"|-?\\d+(\\.\\d+)?|\\[[^\\[\\]]*\\]|\\{[^{}]*\\}|\\w+");
  private static final List<String> VALUES =
      List.of(
          "null",
          "0",
          "-1",
          "NaN",
          "1e999",
          "\"NaN\"",
          "1e308",
          "\"\"",
          "\"x\"",
          "[]",
          "{}",
          "[null]",
          "9223372036854775807",
          "-9223372036854775808",
          "",
          "3.5",
          "true",
          "\u0001",
          "\"\\ud800\"");

  /** A place in a drawing, or a figure, that is no number. */
  private static final Pattern BAD =
      Pattern.compile(
          "(<b>|(?:x|y|[xyc][12xy]|width|height|points|d)=\"[^\"]*)(NaN|-?Infinity|null)");

  @TempDir Path directory;

  private static IntStream seeds() {
    Integer one = Integer.getInteger("portolan.seed");
    return one == null ? IntStream.range(0, DAMAGES) : IntStream.of(one);
  }

  @Test
  void runs_withARandomDamage_areRefusedOrReported() throws IOException {
    Path run = directory.resolve("run");
    for (int seed : seeds().toArray()) {
      SavedRun.copyTo(run);
      damage(run.resolve(SavedRun.FILES.get(seed % SavedRun.FILES.size())), new Random(seed));
      assertRefusedOrReported(run, seed);
    }
  }

  @Test
  void searches_withARandomDamage_areRefusedOrReported() throws IOException {
    Path search = directory.resolve("search");
    for (int seed : seeds().toArray()) {
      SearchFiles.found().write(search);
      damage(search.resolve("search.json"), new Random(seed));
      assertRefusedOrReported(search, seed);
    }
  }

  private static void damage(Path file, Random random) throws IOException {
    String text = Files.readString(file);
    String damaged =
        switch (random.nextInt(8)) {
          case 0 -> text.substring(0, random.nextInt(text.length()));
          case 1 -> withoutALine(text, random);
          case 2 -> {
            int at = random.nextInt(text.length());
            yield text.substring(0, at) + (char) random.nextInt(256) + text.substring(at + 1);
          }
          default -> {
            List<MatchResult> values = VALUE.matcher(text).results().toList();
            MatchResult value = values.get(random.nextInt(values.size()));
            yield text.substring(0, value.start())
                + VALUES.get(random.nextInt(VALUES.size()))
                + text.substring(value.end());
          }
        };
    Files.writeString(
        file, damaged, random.nextBoolean() ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
  }

  private static String withoutALine(String text, Random random) {
    List<String> lines = text.lines().toList();
    int gone = random.nextInt(lines.size());
    return String.join("\n", lines.subList(0, gone))
        + "\n"
        + String.join("\n", lines.subList(gone + 1, lines.size()))
        + "\n";
  }

  private void assertRefusedOrReported(Path damaged, int seed) {
    try {
      ReportPage page = ReportPage.of(List.of(damaged, damaged));
      page.write(directory.resolve("report.html"));
      if (damaged.endsWith("run")) {
        RunGroup group = RunGroup.read(damaged);
        assertThat(Comparison.of(group, group, false, 0.95).text())
            .as("seed %s", seed)
            .isNotEmpty();
      }
      assertThat(BAD.matcher(Files.readString(directory.resolve("report.html"))).results())
          .extracting(MatchResult::group)
          .as("seed %s", seed)
          .isEmpty();
    } catch (IllegalArgumentException | UncheckedIOException e) {
      assertThat(e.getMessage()).as("seed %s", seed).contains(damaged.toString());
    } catch (IOException | RuntimeException e) {
      throw new AssertionError("seed " + seed, e);
    }
  }
}
