package org.portolan.bench.random;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.apache.commons.rng.sampling.distribution.AliasMethodDiscreteSampler;
import org.apache.commons.rng.sampling.distribution.SharedStateDiscreteSampler;

/**
 * Items as often as the titles in a trace are requested. Item 0 stands for the title with the most
 * requests, and so on. If there are fewer items than titles, the rarest are left out; if there are
 * more, the items beyond the titles are never drawn. Uses the alias method, with a table for each
 * sampler.
 */
public final class Trace implements Distribution {
  /** Limits the memory; known traces have some ten thousand titles. */
  private static final int TITLES_MAX = 10_000_000;

  private final Path file;
  private final double[] counts;

  private Trace(Path file, double[] counts) {
    this.file = file;
    this.counts = counts;
  }

  /**
   * Reads a file with a line {@code user namespace title -} for each request, like the traces that
   * come with BenchBase, plain or compressed by gzip.
   *
   * @throws IllegalArgumentException if a line has another form, or there is none
   * @throws UncheckedIOException if the file cannot be read
   */
  static Trace read(Path file) {
    double[] counts =
        counts(file).values().stream()
            .sorted(Comparator.reverseOrder())
            .mapToDouble(Long::doubleValue)
            .toArray();
    if (counts.length == 0) {
      throw new IllegalArgumentException("the trace " + file + " must have at least one line");
    }
    return new Trace(file, counts);
  }

  private static Map<String, Long> counts(Path file) {
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
    return counts;
  }

  @Override
  public String text() {
    return Distributions.TRACE + file;
  }

  /** Returns the number of titles. */
  public int size() {
    return counts.length;
  }

  @Override
  public Sampler sampler(long universe, RandomGenerator random) {
    Sampler titles =
        Sampler.setUpFor(
            items -> {
              SharedStateDiscreteSampler drawn =
                  AliasMethodDiscreteSampler.of(
                      random::nextLong, Arrays.copyOf(counts, (int) items));
              return drawn::sample;
            });
    return items -> titles.next(Math.min(items, counts.length));
  }
}
