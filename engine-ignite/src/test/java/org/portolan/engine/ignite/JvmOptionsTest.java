package org.portolan.engine.ignite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;

/** What an application sees whose Java machine lacks the options for Ignite. */
class JvmOptionsTest {
  private static final String URI = "ignite://127.0.0.1:1/store";

  /** Opens a store in a process without the options, and prints the failure. */
  public static final class Opening {
    private Opening() {}

    public static void main(String[] arguments) {
      try {
        Engines.open(URI, OpenMode.EXISTING);
      } catch (Throwable failure) {
        System.out.println(failure.getClass().getSimpleName() + ": " + failure.getMessage());
      }
    }
  }

  private static String open(List<String> options) throws IOException, InterruptedException {
    List<String> command = new java.util.ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Opening.class.getName()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return out;
  }

  @Test
  void open_machineWithoutOptions_saysWhichAreMissing() throws Exception {
    assertThat(open(List.of()))
        .contains(
            "EngineException: cannot open " + URI + ": Ignite needs 19 options",
            "portolan jvm-options ignite",
            "--add-opens=java.base/java.nio=ALL-UNNAMED");
  }

  @Test
  void open_machineWithAllButOneOption_namesIt() throws Exception {
    List<String> most = JvmOptions.all().subList(1, JvmOptions.all().size());
    assertThat(open(most)).contains("Ignite needs 1 options").contains(JvmOptions.all().get(0));
  }

  @Test
  void open_machineWithTheOptions_getsAsFarAsTheServers() throws Exception {
    assertThat(open(JvmOptions.all())).contains("UnavailableException: cannot connect");
    assertThatCode(() -> JvmOptions.require(URI)).doesNotThrowAnyException();
  }
}
