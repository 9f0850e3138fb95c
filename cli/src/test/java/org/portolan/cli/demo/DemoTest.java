package org.portolan.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.cli.Portolan;
import org.portolan.data.Stores;
import org.portolan.wiki.WikiModel;

/** The demonstration, as a new user runs it. */
@Tag("long")
class DemoTest {
  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"basic", "hashed", "read-delta", "wide-row", "tree", "proposed"})
  void demoOnce_emptyDirectory_passesEveryStep(String model) {
    StringWriter written = new StringWriter();
    PrintWriter out = new PrintWriter(written, true);
    int status =
        Portolan.run(
            out,
            out,
            "demo",
            "--once",
            "--model",
            model,
            "--data",
            directory.resolve("store").toString());
    assertThat(written.toString()).doesNotContain("FAILED");
    assertThat(written.toString().lines().filter(line -> line.startsWith("ok "))).hasSize(6);
    assertThat(status).as(written.toString()).isZero();
  }

  @Test
  void demoOnce_withoutModel_keepsTheModelOfTheStore() {
    String data = directory.resolve("store").toString();
    Stores.openOrCreate("rocksdb:" + data, WikiModel.BASIC.design()).close();
    StringWriter written = new StringWriter();
    PrintWriter out = new PrintWriter(written, true);
    int status = Portolan.run(out, out, "demo", "--once", "--data", data);
    assertThat(written.toString()).contains("design wiki-basic").doesNotContain("FAILED");
    assertThat(status).as(written.toString()).isZero();
  }

  @Test
  void demoOnce_emptyDirectory_tellsTheWholeStory() {
    Path data = directory.resolve("demo");
    StringWriter written = new StringWriter();
    PrintWriter out = new PrintWriter(written, true);
    int status =
        Portolan.run(out, out, "demo", "--once", "--crowd", "5", "--data", data.toString());
    String told = written.toString();
    assertThat(status).as(told).isZero();
    assertThat(told.lines().map(line -> line.substring(0, Math.min(9, line.length())).strip()))
        .startsWith("twin", "crowd", "design", "migrate", "catch up", "verify", "answers", "check");
    assertThat(told)
        .contains("differences=0 ", "the application answers alike from both", "missing=0")
        .doesNotContain("FAILED");
    assertThat(told.lines().filter(line -> line.startsWith("ok "))).hasSize(6);
    assertThat(data.resolve("proposal").resolve("report.html")).isNotEmptyFile();
    // The next start serves the store that is there.
    written.getBuffer().setLength(0);
    assertThat(Portolan.run(out, out, "demo", "--once", "--data", data.toString()))
        .as(written.toString())
        .isZero();
    assertThat(written.toString()).startsWith("check ");
  }

  @Test
  void demo_afterAnInterruptedStory_saysWhatToDo() throws IOException {
    Files.writeString(directory.resolve("twin.mv.db"), "");
    StringWriter written = new StringWriter();
    PrintWriter out = new PrintWriter(written, true);
    assertThat(Portolan.run(out, out, "demo", "--once", "--data", directory.toString()))
        .isEqualTo(1);
    assertThat(written.toString())
        .contains("an earlier run ended in its middle; delete the directory");
  }
}
