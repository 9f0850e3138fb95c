package org.portolan.bench.random;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts the requests for each page in a file with a line {@code user namespace title -} for each
 * request, like the traces that come with BenchBase, plain or compressed by gzip.
 */
final class PopularityFile {
  /** Limits the memory; known traces have some ten thousand titles. */
  private static final int TITLES_MAX = 10_000_000;

  private PopularityFile() {}

  static Counted read(Path file) {
    Map<String, Long> counts = new HashMap<>();
    try (BufferedReader lines = TextFile.open(file)) {
      long number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        String[] words = line.split(" ", -1);
        if (words.length < 3 || words[2].isEmpty()) {
          throw new IllegalArgumentException(
              "line "
                  + number
                  + " of "
                  + file
                  + " must be 'user namespace title -' but is '"
                  + line.substring(0, Math.min(line.length(), 100))
                  + "'");
        }
        counts.merge(words[1] + " " + words[2], 1L, Long::sum);
        if (counts.size() > TITLES_MAX) {
          throw new IllegalArgumentException(file + " has more than " + TITLES_MAX + " titles");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the trace " + file + " cannot be read", e);
    }
    return new Counted(
        "trace:" + file, counts.values().stream().mapToLong(Long::longValue).toArray());
  }
}
