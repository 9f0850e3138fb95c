package org.portolan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is left out of a start to make it short changes no output. */
class PortolanTest {
  private static String run(int status, String... arguments) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text, true);
    assertThat(Portolan.run(out, out, arguments)).isEqualTo(status);
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--version", "-V"})
  void version_withoutCommands_isThatOfTheWholeCommand(String option) {
    // With a second option, the parser of all commands answers.
    assertThat(run(0, option)).isEqualTo(run(0, "--verbose", option)).contains("design format");
  }

  @ParameterizedTest
  @ValueSource(strings = {"demo", "explain", "check", "merge", "wiki", "bench", "cluster", "hbase"})
  void help_ofACommandAlone_isThatAmongAllCommands(String command) {
    assertThat(run(0, command, "--help"))
        .startsWith("Usage: portolan " + command)
        .isEqualTo(run(0, "help", command));
  }

  @Test
  void benchRun_alone_knowsTheBenchmarks() {
    assertThat(run(0, "bench", "run", "--help")).contains("data-layer");
    assertThat(run(2, "nonsense")).contains("nonsense");
  }
}
