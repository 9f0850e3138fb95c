package org.portolan.cluster.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.cluster.internal.process.Launcher;
import org.portolan.cluster.internal.process.Polling;
import org.portolan.cluster.internal.process.PortChooser;
import org.portolan.cluster.internal.process.ServerLog;
import org.portolan.cluster.internal.relay.Relay;
import org.portolan.cluster.internal.relay.RelayProgram;

class OwnJarTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path directory;

  @Test
  void relay_namesEveryClassOfItsPackage() throws IOException, URISyntaxException {
    Path classes =
        Path.of(RelayProgram.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path ofRelay = classes.resolve(RelayProgram.class.getPackageName().replace('.', '/'));
    try (Stream<Path> files = Files.list(ofRelay)) {
      assertThat(OwnJar.RELAY.classes())
          .containsExactlyInAnyOrderElementsOf(
              files
                  .map(file -> file.getFileName().toString().replace(".class", ""))
                  .filter(name -> !name.equals("package-info"))
                  .map(name -> RelayProgram.class.getPackageName() + "." + name)
                  .toList());
    }
  }

  /** The jar needs no other one: a process that has it alone forwards, and ends when asked to. */
  @Test
  void relay_ofItsJarAlone_forwardsUntilItIsToldToEnd() throws Exception {
    OwnJar.RELAY.write(directory);
    ServerLog log = new ServerLog(directory.resolve("logs/relay.log"));
    try (ServerSocket target = new ServerSocket()) {
      target.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      int port = new PortChooser(directory.resolve("ports")).choose(17_500, List.of("127.0.1.1"));
      Launcher.Jvm jvm =
          new Launcher.Jvm(
              Path.of(System.getProperty("java.home")),
              "-Dportolan.cluster=test/relay",
              List.of("-Xmx64m"),
              List.of(OwnJar.RELAY.place(directory).toString()),
              RelayProgram.class.getName(),
              RelayProgram.arguments(
                  Duration.ofMillis(5),
                  List.of(
                      new Relay.Route(
                          new InetSocketAddress("127.0.1.1", port),
                          (InetSocketAddress) target.getLocalSocketAddress()))));
      Process process =
          Launcher.launch(
              List.of(), jvm, directory.resolve("relay.arguments"), directory, log.file());
      try {
        boolean isUp =
            new Polling(PATIENCE)
                .until(() -> log.hasPrinted(RelayProgram.READY, 0) || !process.isAlive());
        assertThat(isUp && process.isAlive()).as(String.join("\n", log.tail(20))).isTrue();
        try (Socket near = new Socket("127.0.1.1", port);
            Socket far = target.accept()) {
          near.getOutputStream().write(42);
          near.shutdownOutput();
          assertThat(far.getInputStream().readAllBytes()).containsExactly(42);
        }
        process.destroy();
        process.onExit().join();
        assertThat(PortChooser.isFree(port, List.of("127.0.1.1"))).isTrue();
      } finally {
        process.destroyForcibly().onExit().join();
      }
    }
  }

  @Test
  void write_again_leavesTheJar() throws IOException {
    OwnJar.RELAY.write(directory);
    Path jar = OwnJar.RELAY.place(directory);
    byte[] before = Files.readAllBytes(jar);

    OwnJar.RELAY.write(directory);

    assertThat(Files.readAllBytes(jar)).isEqualTo(before);
    try (Stream<Path> files = Files.list(jar.getParent())) {
      assertThat(files).containsExactly(jar);
    }
  }
}
