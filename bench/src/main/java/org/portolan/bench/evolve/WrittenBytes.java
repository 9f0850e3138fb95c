package org.portolan.bench.evolve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** The bytes that this process has passed to writing calls, as Linux counts them. */
final class WrittenBytes {
  private static final Path COUNTERS = Path.of("/proc/self/io");
  private static final String WRITTEN = "wchar: ";

  private WrittenBytes() {}

  /** Returns the bytes so far; empty if the machine does not count them. */
  static OptionalLong now() {
    try {
      List<String> lines = Files.readAllLines(COUNTERS);
      return lines.stream()
          .filter(line -> line.startsWith(WRITTEN))
          .mapToLong(line -> Long.parseLong(line.substring(WRITTEN.length())))
          .findFirst();
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }
}
