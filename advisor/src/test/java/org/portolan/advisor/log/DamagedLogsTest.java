package org.portolan.advisor.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.advisor.sql.Dialect;
import org.portolan.advisor.sql.Templates;

/** The logs of real servers with bytes removed, changed and repeated: reading must go on. */
class DamagedLogsTest {
  private static final Path MODELS = Path.of("src/test/resources/testdata/models");
  private static final int DAMAGES = 60;

  @ParameterizedTest
  @EnumSource
  void damagedLogs_readInAnyFormat_neverFail(LogFormat format) throws IOException {
    for (Path file : logs()) {
      byte[] bytes = Files.readAllBytes(file);
      for (int seed = 0; seed < DAMAGES; seed++) {
        String text = new String(damaged(bytes, new Random(seed)), StandardCharsets.UTF_8);
        LogFormat.detect(text);
        long lines = text.lines().count() + 1;
        Counting counting = new Counting();
        format.read(new StringReader(text), Dialect.MYSQL, counting);
        assertThat(counting.statements)
            .as("%s, seed %d", file, seed)
            .isLessThanOrEqualTo(lines * 50);
      }
    }
  }

  private static List<Path> logs() throws IOException {
    try (Stream<Path> files = Files.walk(MODELS)) {
      return files.filter(file -> file.toString().matches(".*\\.(log|csv|json)")).sorted().toList();
    }
  }

  private static byte[] damaged(byte[] bytes, Random random) {
    byte[] damaged = bytes.clone();
    for (int i = 0; i < 1 + random.nextInt(10); i++) {
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
    }
    int from = random.nextInt(damaged.length);
    return Arrays.copyOfRange(damaged, from, from + random.nextInt(damaged.length));
  }

  @Test
  void lineWithoutEnd_isCutAtTheLimit() throws IOException {
    String line = "x".repeat(3 * LineSource.LINE_CHARS_MAX);
    LineSource lines = new LineSource(new StringReader(line + "\nnext"));
    assertThat(lines.next()).hasSize(LineSource.LINE_CHARS_MAX);
    assertThat(lines.isCut()).isTrue();
    assertThat(lines.next()).isEqualTo("next");
    assertThat(lines.isCut()).isFalse();
    assertThat(lines.number()).isEqualTo(2);
    assertThat(lines.next()).isNull();
  }

  private static final class Counting implements LogSink {
    private final Templates templates = new Templates(Dialect.MYSQL);
    private long statements;

    @Override
    public void statement(LogStatement statement) {
      statements++;
      assertThat(templates.of(statement.text()).text()).isNotNull();
    }

    @Override
    public void unreadable(long line, String text) {
      assertThat(line).isPositive();
    }
  }
}
