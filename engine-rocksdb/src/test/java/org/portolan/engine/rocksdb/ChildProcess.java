package org.portolan.engine.rocksdb;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A separate JVM that runs a main class of the tests; killed when closed. */
final class ChildProcess implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;

  ChildProcess(Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"));
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    try {
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  long pid() {
    return process.pid();
  }

  /** Returns the next whole line that the process has printed; null after its end. */
  String line() {
    try {
      return output.readLine();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Kills the process as {@code kill -9} does; its output can still be read. */
  void kill() {
    process.toHandle().destroyForcibly();
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
