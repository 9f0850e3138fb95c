package org.portolan.bench.wiki;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.Summary;
import org.portolan.bench.api.Table;
import org.portolan.bench.api.Text;
import org.portolan.bench.load.Latencies;
import org.portolan.data.ConflictCause;
import org.portolan.data.Evolution;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.design.IndexDesign;
import org.portolan.engine.Engines;

/**
 * The same edits on one side, slice after slice, so that all sides end with the same wiki.
 *
 * @param moves what the store did, in order
 */
record SideRun(List<Slice> slices, List<Move> moves) {
  /** The end is the last part of the edits of this size: by then every layout has been chosen. */
  private static final int END = 3;

  /**
   * Edits that were measured together.
   *
   * @param edits all edits until its end, and {@code seconds} their time
   * @param layouts those of the automatic indexes at its end; empty if there are none
   */
  record Slice(long edits, double seconds, ContentionResult result, String layouts) {}

  /** A change of a layout, as the store noted it, {@code seconds} after the first edit. */
  record Move(double seconds, String index, String text) {}

  /**
   * How much is written.
   *
   * @param window how often the store decides
   */
  record Load(int writers, int edits, int slice, long seed, Duration window) {}

  /**
   * Writes all edits to a new store.
   *
   * @throws BenchmarkFailedException if the store is not right afterwards
   */
  static SideRun of(String uri, IndexSide side, Load load) {
    StoreOptions options = StoreOptions.DEFAULT.autoWindow(load.window());
    Stores.openOrCreate(uri, side.design()).close();
    if (!Engines.ofUri(uri).capabilities().local()) {
      // A fixed layout needs no guards, but then its writes would cost less.
      boolean unused = Evolution.guard(uri, true, EvolveOptions.DEFAULT.whileStopped());
    }
    try (Store store = Stores.open(uri, options)) {
      List<Slice> slices = new ArrayList<>();
      Instant begin = Instant.now();
      long start = System.nanoTime();
      for (int done = 0; done < load.edits(); done += load.slice()) {
        int share = Math.min(load.slice(), load.edits() - done);
        ContentionResult result =
            new ContendedEdits(
                    store,
                    load.writers(),
                    share,
                    load.seed() + slices.size(),
                    (title, revision, text) -> {})
                .run();
        slices.add(
            new Slice(done + share, (System.nanoTime() - start) / 1e9, result, layouts(store)));
      }
      List<Move> moves = moves(store, begin);
      requireClean(store, side);
      return new SideRun(slices, moves);
    }
  }

  private static void requireClean(Store store, IndexSide side) {
    StoreCheck.Result check =
        store.check(StoreCheck.Options.REPORT).run(problem -> {}, looked -> {});
    if (!check.isClean()) {
      throw new BenchmarkFailedException(
          Text.format(
              "after the edits the indexes of %s have missing=%s dangling=%s",
              side.spelling(), check.missing(), check.dangling()));
    }
  }

  private static String layouts(Store store) {
    List<String> layouts = new ArrayList<>();
    for (IndexDesign index : IndexSide.automatic(store.design())) {
      layouts.add(index.name() + " " + index.layout().spelling());
    }
    return String.join(", ", layouts);
  }

  /** Reads the notes that the store keeps of its decisions. */
  private static List<Move> moves(Store store, Instant begin) {
    List<Move> moves = new ArrayList<>();
    for (IndexDesign index : IndexSide.automatic(store.design())) {
      moves.addAll(moves(index.name(), store.note("auto " + index.name()).orElse(""), begin));
    }
    moves.sort(Comparator.comparingDouble(Move::seconds));
    return moves;
  }

  /** Returns the moves of a note: a line each, after one for the present state. */
  static List<Move> moves(String index, String note, Instant begin) {
    List<Move> moves = new ArrayList<>();
    for (String line : note.lines().skip(1).toList()) {
      int space = line.indexOf(' ');
      Instant time = Instant.parse(line.substring(0, space));
      moves.add(
          new Move(
              Duration.between(begin, time).toNanos() / 1e9, index, line.substring(space + 1)));
    }
    return moves;
  }

  /** Returns the slices of the last third of the edits. */
  private List<Slice> end() {
    long all = slices.get(slices.size() - 1).edits();
    return slices.stream().filter(slice -> slice.edits() > all - all / END).toList();
  }

  /** Returns the edits a second in the last third of the edits. */
  double endRate() {
    return rate(end());
  }

  private static double rate(List<Slice> of) {
    double edits =
        of.stream().mapToLong(slice -> slice.result().edits() + slice.result().creations()).sum();
    double seconds = of.stream().mapToDouble(slice -> slice.result().elapsed().toNanos()).sum();
    return edits / Math.max(1e-9, seconds / 1e9);
  }

  /** Returns how many of 100 attempts were undone since they met another one at no page. */
  private static double undonePercent(List<Slice> of) {
    double undone = of.stream().mapToLong(slice -> slice.result().overlapping()).sum();
    double attempts = 0;
    for (Slice slice : of) {
      attempts += slice.result().transactions().commits();
      for (ConflictCause cause : ConflictCause.values()) {
        attempts += slice.result().undone(cause);
      }
    }
    return 100 * undone / Math.max(1, attempts);
  }

  private static double millis(List<Slice> of, double percentile) {
    Histogram times = Latencies.histogram();
    of.forEach(slice -> times.add(slice.result().times()));
    return times.getValueAtPercentile(percentile) / 1e6;
  }

  double endUndonePercent() {
    return undonePercent(end());
  }

  double endMillis(double percentile) {
    return millis(end(), percentile);
  }

  /** Returns the seconds until the last move was made; 0 without moves. */
  double settledSeconds() {
    return moves.isEmpty() ? 0 : moves.get(moves.size() - 1).seconds();
  }

  double seconds() {
    return slices.get(slices.size() - 1).seconds();
  }

  /** Returns a row for each slice. */
  Table series() {
    Table table =
        new Table(
            "edits", "after s", "edits/s", "undone %", "p50 ms", "p95 ms", "layouts at its end");
    String before = "";
    for (Slice slice : slices) {
      List<Slice> one = List.of(slice);
      table.row(
          Text.count(slice.edits()),
          Text.figure(slice.seconds()),
          Text.figure(rate(one)),
          Text.figure(undonePercent(one)),
          Text.figure(millis(one, 50)),
          Text.figure(millis(one, 95)),
          slice.layouts().equals(before) ? "" : slice.layouts());
      before = slice.layouts();
    }
    return table;
  }

  /** Adds the figures of the end and of each slice: {@code p95@2000} of the one up to 2,000. */
  void addTo(Summary summary) {
    summary
        .add("edits-per-second", endRate())
        .add("undone-percent", endUndonePercent())
        .add("p50-ms", endMillis(50))
        .add("p95-ms", endMillis(95))
        .add("seconds", seconds())
        .add("moves", moves.size())
        .add("settled-seconds", settledSeconds());
    for (Slice slice : slices) {
      List<Slice> one = List.of(slice);
      String at = "@" + slice.edits();
      summary
          .add("edits-per-second" + at, rate(one))
          .add("undone-percent" + at, undonePercent(one))
          .add("p50-ms" + at, millis(one, 50))
          .add("p95-ms" + at, millis(one, 95));
    }
  }

  /** Returns a line for each move, and the layouts that the store has chosen in the end. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (Move move : moves) {
      lines.add(
          Text.format("after %s s, %s: ", Text.figure(move.seconds()), move.index()) + move.text());
    }
    String layouts = slices.get(slices.size() - 1).layouts();
    if (!layouts.isEmpty()) {
      lines.add("in the end " + layouts);
    }
    return lines;
  }
}
