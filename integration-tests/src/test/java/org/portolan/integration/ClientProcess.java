package org.portolan.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.portolan.cluster.StartOptions.Host;
import org.portolan.wiki.WikiModel;

/** A process of {@link Writers}, with a listener to its reports. Killed when it is closed. */
final class ClientProcess implements AutoCloseable {
  private final Process process;
  private final Path file;
  private final Observation seen;
  private final Thread listener;
  private final Thread onExit;
  private volatile boolean isEnding;

  /**
   * Where and how a client runs.
   *
   * @param prefix a command that runs its arguments, the JVM's command line, in its own process;
   *     empty for none
   * @param ahead how far the data layer's wall clock is ahead; may be negative
   */
  record Setting(List<String> prefix, Duration ahead) {
    static final Setting USUAL = new Setting(List.of(), Duration.ZERO);

    static Setting on(Host host) {
      return new Setting(host.command(), Duration.ZERO);
    }

    static Setting ahead(Duration time) {
      return new Setting(List.of(), time);
    }
  }

  /**
   * The work of a client.
   *
   * @param first the number of its first writer
   */
  record Work(String uri, WikiModel model, int first, int writers, long seed, Setting setting) {}

  private ClientProcess(Process process, Path file, int first, Observation seen) {
    this.process = process;
    this.file = file;
    this.seen = seen;
    this.listener = new Thread(() -> listen(first), "listener to " + process.pid());
    this.listener.setDaemon(true);
    this.onExit = new Thread(process::destroyForcibly, "kill " + process.pid());
  }

  /**
   * Starts a client.
   *
   * @param seenFirst the number of the writer that is the first one in the observation
   */
  static ClientProcess start(Work work, int seenFirst, Observation seen) {
    try {
      Path file = Files.createTempFile("ledger", ".txt");
      ProcessBuilder builder = new ProcessBuilder(command(work, file));
      builder.redirectError(ProcessBuilder.Redirect.INHERIT);
      builder.environment().putAll(Map.of("CLASSPATH", System.getProperty("java.class.path")));
      ClientProcess client = new ClientProcess(builder.start(), file, seenFirst, seen);
      // A held client would outlive the tests, because it does not see the end of its input.
      Runtime.getRuntime().addShutdownHook(client.onExit);
      client.listener.start();
      return client;
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot start a client", failure);
    }
  }

  private static List<String> command(Work work, Path ledger) {
    List<String> command = new ArrayList<>(work.setting().prefix());
    command.addAll(
        ChildJvm.command(
            WritersProcess.class,
            work.uri(),
            work.model().spelling(),
            ledger.toString(),
            Integer.toString(work.first()),
            Integer.toString(work.writers()),
            Long.toString(work.seed()),
            Long.toString(work.setting().ahead().toMillis())));
    return command;
  }

  private void listen(int first) {
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        String[] words = line.split(" ", 3);
        switch (words[0]) {
          case WritersProcess.ACKNOWLEDGED -> seen.acknowledged(Integer.parseInt(words[1]) - first);
          case WritersProcess.CALLED -> seen.called(Long.parseLong(words[1]));
          case WritersProcess.FAILED -> {
            List<String> lines = List.of(words[2].split(WritersProcess.LINE));
            seen.failed(Trouble.valueOf(words[1]), lines.get(0), String.join("\n", lines));
          }
          default -> System.out.println("client " + process.pid() + ": " + line);
        }
      }
      if (!isEnding) {
        seen.failed(Trouble.UNTYPED, "a client ended", "client " + process.pid() + " ended");
      }
    } catch (IOException killed) {
      // The process is dead and writes nothing more.
    }
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  /** Tells the writers to finish their current calls and the process to end. */
  void tellToStop() {
    isEnding = true;
    try {
      process.getOutputStream().write(WritersProcess.STOP);
      process.getOutputStream().flush();
    } catch (IOException dead) {
      throw new AssertionError("client " + process.pid() + " is dead", dead);
    }
  }

  /** Waits until the process has ended after {@link #tellToStop}. */
  void awaitStopped() {
    try {
      assertThat(process.waitFor(Observation.HANG.toSeconds(), TimeUnit.SECONDS))
          .as("client %d ends when it is told", process.pid())
          .isTrue();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while a client ended", stop);
    }
    assertThat(process.exitValue()).as("status of client %d", process.pid()).isZero();
  }

  /** Kills the process, if it runs, and returns its ledger. */
  Ledger end() {
    kill();
    return Ledger.read(file);
  }

  private void kill() {
    isEnding = true;
    try {
      process.destroyForcibly().waitFor();
      listener.join();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while a client was killed", stop);
    }
  }

  @Override
  public void close() {
    kill();
    Runtime.getRuntime().removeShutdownHook(onExit);
    try {
      Files.deleteIfExists(file);
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot delete " + file, failure);
    }
  }
}
