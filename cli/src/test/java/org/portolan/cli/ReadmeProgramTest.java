package org.portolan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the README's program on the README's design. */
class ReadmeProgramTest {
  private static final String CLASS_PATH = System.getProperty("java.class.path");

  @TempDir Path directory;

  private static String block(String language) throws IOException {
    String readme = Files.readString(Path.of("..", "README.md"));
    int start = readme.indexOf("```" + language + "\n") + language.length() + 4;
    return readme.substring(start, readme.indexOf("```\n", start));
  }

  private void compile(Path source) {
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                messages,
                messages,
                "-cp",
                CLASS_PATH,
                "-d",
                directory.toString(),
                "-proc:none",
                source.toString());
    assertThat(status).as(messages.toString(StandardCharsets.UTF_8)).isZero();
  }

  @Test
  void program_onTheDesignBesideIt_printsItsOrder() throws Exception {
    Files.writeString(directory.resolve("orders.yaml"), block("yaml"));
    compile(Files.writeString(directory.resolve("Orders.java"), block("java")));
    Path output = directory.resolve("output");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                directory + java.io.File.pathSeparator + CLASS_PATH,
                "Orders")
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(Files.readString(output)).contains("anna").contains("2018-03-01T10:11:12Z");
    assertThat(process.exitValue()).isZero();
  }
}
