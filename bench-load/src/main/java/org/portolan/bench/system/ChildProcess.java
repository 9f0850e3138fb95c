package org.portolan.bench.system;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.Text;

/**
 * A separate process, so that its memory, its start or its processor time can be measured
 * separately. It answers with lines on its output; other lines are kept for the message if it
 * fails. Used by one thread, unless a method says otherwise.
 */
public final class ChildProcess implements AutoCloseable {
  private static final int PRINTED_LINES_MAX = 20;
  private static final long STOP_SECONDS_MAX = 10;

  private final List<String> command;
  private final Process process;
  private final BufferedReader output;
  private final BufferedWriter input;
  private final List<String> printed = new ArrayList<>();

  private ChildProcess(List<String> command) {
    this.command = List.copyOf(command);
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + String.join(" ", command), e);
    }
    output = process.inputReader(StandardCharsets.UTF_8);
    input = process.outputWriter(StandardCharsets.UTF_8);
  }

  /** Starts a command. */
  public static ChildProcess start(List<String> command) {
    return new ChildProcess(command);
  }

  /** Starts a class of this program with the Java that runs it. */
  public static ChildProcess java(
      Class<?> program, List<String> javaOptions, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(javaOptions);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    command.addAll(arguments);
    return new ChildProcess(command);
  }

  /** Sends a line. */
  public void send(String line) {
    try {
      input.write(line + "\n");
      input.flush();
    } catch (IOException e) {
      throw failed("accepts no more input", e);
    }
  }

  /**
   * Waits for a line that begins with {@code prefix}; skips other lines.
   *
   * @return the line without the prefix
   * @throws BenchmarkFailedException if the output ends before; the message has the first lines of
   *     the output
   */
  public String await(String prefix) {
    try {
      String line = output.readLine();
      while (line != null && !line.startsWith(prefix)) {
        keep(line);
        line = output.readLine();
      }
      if (line == null) {
        throw failed("ended with status " + status() + " before '" + prefix.strip() + "'", null);
      }
      return line.substring(prefix.length());
    } catch (IOException e) {
      throw failed("could not be read", e);
    }
  }

  /**
   * Waits for the end of the process.
   *
   * @return all lines that were not read yet
   * @throws BenchmarkFailedException if the exit status is not 0
   */
  public List<String> awaitEnd() {
    List<String> lines = output.lines().toList();
    lines.forEach(this::keep);
    if (status() != 0) {
      throw failed("ended with status " + status(), null);
    }
    return lines;
  }

  private int status() {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed("was still running when the wait was interrupted", e);
    }
  }

  private void keep(String line) {
    if (printed.size() < PRINTED_LINES_MAX) {
      printed.add(line);
    }
  }

  private BenchmarkFailedException failed(String what, Exception cause) {
    return new BenchmarkFailedException(
        Text.format(
            "the child process %s: %s ... %s%s",
            what,
            command.get(0),
            command.get(command.size() - 1),
            printed.isEmpty() ? "" : "\n" + String.join("\n", printed)),
        cause);
  }

  /** Returns whether the process still runs. May be called by any thread. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Kills the process as a crash would. May be called by any thread. */
  public void kill() {
    process.destroyForcibly();
  }

  /** Ends the input of the process. May be called by any thread. */
  public void endInput() {
    try {
      input.close();
    } catch (IOException e) {
      throw failed("did not accept the end of its input", e);
    }
  }

  public ProcessHandle handle() {
    return process.toHandle();
  }

  /** Stops the process if it still runs, and waits until it has. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }
}
