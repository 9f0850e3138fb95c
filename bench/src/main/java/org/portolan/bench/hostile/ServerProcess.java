package org.portolan.bench.hostile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.Text;

/**
 * The command {@code wiki serve} in its process. The log of its garbage collector says how much of
 * the heap is used, and the kernel how much memory the process has (Linux).
 */
final class ServerProcess implements AutoCloseable {
  private static final Pattern SERVING = Pattern.compile("serving \\S+ on (http\\S+)");
  private static final Pattern COLLECTION = Pattern.compile("Pause .* \\d+M->(\\d+)M\\(\\d+M\\)");

  /** A stop of all threads, of which collections are only one cause. */
  private static final Pattern STOP = Pattern.compile("Safepoint .*, Total: +(\\d+) ns");

  private static final int START_SECONDS_MAX = 120;
  private static final int STOP_SECONDS_MAX = 60;
  private static final int ERRORS_MAX = 20;

  private final Process process;
  private final Path log;
  private final Path collections;
  private final URI address;
  private long collectionsRead;

  /**
   * What was seen of the memory since the last look.
   *
   * @param heapBytes the heap after the last collection, empty if there was none
   * @param rssBytes the memory of the process that is resident
   * @param pauseMillis the longest stop of all threads
   */
  record Memory(OptionalLong heapBytes, OptionalLong rssBytes, OptionalDouble pauseMillis) {}

  /** Starts the server and waits until it serves. */
  ServerProcess(List<String> launcher, String store, int heapMegabytes, Path directory) {
    log = directory.resolve("server.log");
    collections = directory.resolve("collections.log");
    List<String> command = new ArrayList<>(launcher);
    command.addAll(List.of("wiki", "serve", "--store", store, "--port", "0"));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().put("PORTOLAN_HEAP", heapMegabytes + "m");
    builder
        .environment()
        .put(
            "PORTOLAN_JAVA_OPTIONS",
            "-Xlog:gc,safepoint:file=" + collections + ":uptime:filecount=0");
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + String.join(" ", command), e);
    }
    address = awaitAddress();
  }

  private URI awaitAddress() {
    for (int tenth = 0; tenth < 10 * START_SECONDS_MAX && process.isAlive(); tenth++) {
      Matcher serving = SERVING.matcher(output());
      if (serving.find()) {
        return URI.create(serving.group(1));
      }
      pause();
    }
    process.destroyForcibly();
    throw new BenchmarkFailedException("the server did not start:\n" + output());
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchmarkFailedException("the benchmark was interrupted", e);
    }
  }

  private String output() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + log, e);
    }
  }

  int port() {
    return address.getPort();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  Memory memory() {
    OptionalLong heap = OptionalLong.empty();
    OptionalDouble pause = OptionalDouble.empty();
    for (String line : newCollections().lines().toList()) {
      Matcher collection = COLLECTION.matcher(line);
      if (collection.find()) {
        heap = OptionalLong.of(Long.parseLong(collection.group(1)) << 20);
      }
      Matcher stop = STOP.matcher(line);
      if (stop.find()) {
        pause = OptionalDouble.of(Math.max(pause.orElse(0), Long.parseLong(stop.group(1)) / 1e6));
      }
    }
    return new Memory(heap, resident(), pause);
  }

  private String newCollections() {
    try {
      byte[] all = Files.exists(collections) ? Files.readAllBytes(collections) : new byte[0];
      int end = all.length;
      while (end > collectionsRead && all[end - 1] != '\n') {
        end--;
      }
      String fresh =
          new String(
              all, (int) collectionsRead, (int) (end - collectionsRead), StandardCharsets.UTF_8);
      collectionsRead = end;
      return fresh;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + collections, e);
    }
  }

  private OptionalLong resident() {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    try {
      return Files.readAllLines(status).stream()
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
          .findFirst();
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  /** Returns the first lines of the server's log that tell of errors. */
  List<String> errors() {
    return output().lines().filter(line -> line.startsWith("ERROR ")).limit(ERRORS_MAX).toList();
  }

  boolean ranOutOfMemory() {
    return output().contains("OutOfMemoryError");
  }

  /** Ends the server in order, so that its store can be opened. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
        throw new BenchmarkFailedException(
            Text.format("the server did not stop within %d s", STOP_SECONDS_MAX));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }
}
