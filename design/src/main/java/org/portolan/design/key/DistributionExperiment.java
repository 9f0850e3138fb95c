package org.portolan.design.key;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.portolan.types.Tuple;

/**
 * Measures how evenly a key layout spreads sequential ids: the experiment of Zdravevski 2016, III-A
 * and figure 1, for any layout.
 *
 * <p>The paper does not print the text that it hashed, and we could not reproduce its three figures
 * exactly: not for ids from 0 or from 1, padded with zeros to any width from 7 to 20, quoted, in
 * parentheses, with a line break, as floating point numbers or as binary numbers, with either kind
 * of deviation. An exact match is not needed: the deviation over 1,000 prefixes of 4 million random
 * numbers is 63.2 with a standard error of 1.4, so the paper's figure and ours both agree with a
 * random distribution.
 *
 * @param layout the layout; for one over the whole row, the row is its id in decimal
 * @param firstId the first id
 * @param ids how many ids
 * @param seed of the random prefix
 */
public record DistributionExperiment(KeyLayout layout, long firstId, int ids, long seed) {

  /** The figures printed by Zdravevski 2016: fewest and most ids of a prefix, and deviation. */
  public static final int PAPER_MINIMUM = 3_810;

  public static final int PAPER_MAXIMUM = 4_199;
  public static final double PAPER_DEVIATION = 61.89;

  private static final int CHUNKS = 64;

  /**
   * The result over all prefixes.
   *
   * @param minimum the number of ids of the rarest prefix
   * @param maximum the number of ids of the most frequent prefix
   * @param deviation the standard deviation of these numbers, over all prefixes as a population
   */
  public record Result(
      DistributionExperiment experiment, int minimum, int maximum, double deviation) {

    /** Returns the mean number of ids of a prefix. */
    public double mean() {
      return experiment.ids / (double) experiment.layout.prefixRange();
    }

    /** Returns the deviation that truly random prefixes would have on average. */
    public double deviationOfChance() {
      return Math.sqrt(mean() * (1 - 1.0 / experiment.layout.prefixRange()));
    }

    /**
     * Returns the result for people, with the paper's figures beside it where they are comparable.
     */
    public String text() {
      boolean comparable = experiment.isPapers();
      StringBuilder text = new StringBuilder();
      text.append(
          String.format(
              Locale.ROOT,
              "Key layout %s, prefix range %,d: %,d ids from %,d\n\n",
              experiment.layout.spelling(),
              experiment.layout.prefixRange(),
              experiment.ids,
              experiment.firstId));
      text.append(row("", "here", comparable ? "Zdravevski 2016" : ""));
      text.append(row("ids of a prefix, mean", decimal(mean()), comparable ? "4000.00" : ""));
      text.append(
          row(
              "minimum",
              Integer.toString(minimum),
              comparable ? Integer.toString(PAPER_MINIMUM) : ""));
      text.append(
          row(
              "maximum",
              Integer.toString(maximum),
              comparable ? Integer.toString(PAPER_MAXIMUM) : ""));
      text.append(
          row(
              "standard deviation",
              decimal(deviation),
              comparable ? decimal(PAPER_DEVIATION) : ""));
      text.append(row("  of random prefixes", decimal(deviationOfChance()), ""));
      return text.toString();
    }

    private static String row(String name, String here, String paper) {
      return String.format(Locale.ROOT, "%-24s%10s%18s", name, here, paper).stripTrailing() + "\n";
    }

    private static String decimal(double value) {
      return String.format(Locale.ROOT, "%.2f", value);
    }
  }

  public DistributionExperiment {
    if (ids < 1) {
      throw new IllegalArgumentException("the experiment needs at least one id, not " + ids);
    }
  }

  /** Returns the paper's experiment: MD5 modulo 1,000 of 4 million ids from 1. */
  public static DistributionExperiment ofPaper() {
    return new DistributionExperiment(new Md5ModuloPrefix(1_000, 1), 1, 4_000_000, 0);
  }

  /** Counts the ids of each prefix, on all processors; takes seconds for millions. */
  public Result run() {
    int[] counts =
        IntStream.range(0, CHUNKS)
            .parallel()
            .mapToObj(this::countChunk)
            .reduce(new int[layout.prefixRange()], DistributionExperiment::sum);
    double mean = ids / (double) layout.prefixRange();
    double squares = Arrays.stream(counts).mapToDouble(c -> (c - mean) * (c - mean)).sum();
    return new Result(
        this,
        Arrays.stream(counts).min().orElseThrow(),
        Arrays.stream(counts).max().orElseThrow(),
        Math.sqrt(squares / layout.prefixRange()));
  }

  private boolean isPapers() {
    return layout instanceof Md5ModuloPrefix && layout.prefixRange() == 1_000 && ids == 4_000_000;
  }

  private int[] countChunk(int chunk) {
    int[] counts = new int[layout.prefixRange()];
    SplittableRandom random = new SplittableRandom(seed * CHUNKS + chunk);
    long end = firstId + (long) ids * (chunk + 1) / CHUNKS;
    for (long id = firstId + (long) ids * chunk / CHUNKS; id < end; id++) {
      counts[layout.prefixFor(Tuple.of(id), Long.toString(id), random)]++;
    }
    return counts;
  }

  private static int[] sum(int[] left, int[] right) {
    int[] sum = new int[left.length];
    Arrays.setAll(sum, prefix -> left[prefix] + right[prefix]);
    return sum;
  }
}
