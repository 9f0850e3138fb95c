package org.portolan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.Stores;
import org.portolan.wiki.WikiModel;

/** The demonstration, as a new user runs it. */
@Tag("long")
class DemoTest {
  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"basic", "hashed", "read-delta", "wide-row", "tree"})
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
}
