package org.portolan.engine.cassandra.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * One Cassandra node in a child JVM of at most 448 MiB heap, on free ports of 127.0.0.1. It ends
 * when this object is closed, and when the process that started it ends in any way, since it
 * watches its standard input. Its directory is then removed. Thread-safe.
 */
public final class CassandraServer implements AutoCloseable {
  private static final int ATTEMPTS = 3;
  private static final long START_SECONDS_MAX = 120;
  private static CassandraServer shared;

  private final Process process;
  private final Path directory;
  private final int port;

  private CassandraServer(Process process, Path directory, int port) {
    this.process = process;
    this.directory = directory;
    this.port = port;
  }

  /** Returns the one server of this JVM, started on the first call and closed at the JVM's end. */
  public static synchronized CassandraServer shared() {
    if (shared == null) {
      CassandraServer server = start();
      Runtime.getRuntime().addShutdownHook(new Thread(server::close, "cassandra-server-close"));
      shared = server;
    }
    return shared;
  }

  /**
   * Starts a server and waits until it answers.
   *
   * @throws IllegalStateException if it does not start; the message ends with its log
   */
  public static CassandraServer start() {
    for (int attempt = 1; ; attempt++) {
      try {
        return attempt();
      } catch (IllegalStateException failure) {
        // Another process may have taken a port between its choice and its use.
        if (attempt == ATTEMPTS) {
          throw failure;
        }
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }

  private static CassandraServer attempt() throws IOException {
    Path directory = Files.createTempDirectory("portolan-cassandra-");
    int port = freePort();
    ServerFiles.write(directory, port, freePort());
    Process process =
        new ProcessBuilder(command(directory))
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("server.out").toFile())
            .start();
    CassandraServer server = new CassandraServer(process, directory, port);
    boolean ready = false;
    try {
      server.awaitReady();
      ready = true;
    } finally {
      if (!ready) {
        server.close();
      }
    }
    return server;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static List<String> command(Path directory) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-Xms256m", "-Xmx448m", "-XX:+UseSerialGC", "-Xss512k", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-XX:MaxDirectMemorySize=256m", "-XX:+ExitOnOutOfMemoryError"));
    resource("jvm-options").lines().forEach(command::add);
    command.add("-Djava.io.tmpdir=" + directory);
    command.add("-Duser.home=" + directory);
    command.add("-Dcassandra.storagedir=" + directory);
    command.add("-Dcassandra.config=" + directory.resolve("cassandra.yaml").toUri());
    command.add("-Dlogback.configurationFile=" + directory.resolve("logback.xml"));
    // Ten tables are otherwise written to files after each change of the schema, so that a server
    // that starts again knows its tables before it reads the log. This one never starts again.
    command.add("-Dcassandra.test.flush_local_schema_changes=false");
    command.add("-cp");
    command.add(ownClassPath() + System.getProperty("path.separator") + resource("class-path"));
    command.add(ServerMain.class.getName());
    command.add(directory.toString());
    return command;
  }

  private static String ownClassPath() {
    return Path.of(
            URI.create(
                CassandraServer.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toString()))
        .toString();
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = CassandraServer.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(
            "the resource " + name + " is missing; build with Maven, which writes it");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    }
  }

  private void awaitReady() throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS_MAX);
    while (!answers()) {
      try {
        if (process.waitFor(50, TimeUnit.MILLISECONDS) || System.nanoTime() > end) {
          throw new IllegalStateException("Cassandra did not start: " + logTail());
        }
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while Cassandra started", interrupted);
      }
    }
  }

  private boolean answers() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  private String logTail() throws IOException {
    StringBuilder tail = new StringBuilder();
    for (String name : List.of("server.out", "server.log")) {
      if (Files.exists(directory.resolve(name))) {
        try (Stream<String> lines = Files.lines(directory.resolve(name))) {
          lines.limit(40).forEach(line -> tail.append('\n').append(line));
        }
      }
    }
    return tail.toString();
  }

  /** Returns the host and port of its CQL, for a URI. */
  public String address() {
    return "127.0.0.1:" + port;
  }

  public long pid() {
    return process.pid();
  }

  /** Kills the server, as {@code kill -9} does, waits for its end and removes its directory. */
  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
    Directories.delete(directory);
  }
}
