package org.portolan.bench.wiki;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.api.Report;
import org.portolan.bench.api.Summary;
import org.portolan.bench.api.Table;
import org.portolan.bench.api.Text;
import org.portolan.bench.statistics.Spread;
import org.portolan.bench.system.WorkDirectory;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.PortableDesign;
import org.portolan.design.index.HashedPartitions;
import org.portolan.design.index.IndexLayout;
import org.portolan.design.index.ReadDeltaBuckets;
import org.portolan.design.index.Representation;
import org.portolan.design.index.SinglePartition;
import org.portolan.wiki.WikiModel;

/**
 * The workload of {@link ContendedEdits} on Kruber's {@code basic} model, whose indexes are left to
 * the store, beside the same model with each fixed layout: edits a second, undone writes and time
 * of an edit, slice after slice.
 */
public final class AutoLayoutBenchmark extends Benchmark {
  private static final String AUTO = "auto";

  public AutoLayoutBenchmark() {
    super(
        "auto-layout",
        "Writers that contend for indexes whose layout the store chooses, beside fixed layouts.",
        List.of(
            Parameter.whole("writers", 1, 256, 8, "The number of concurrent writers."),
            Parameter.whole("seconds", 1, 86_400, 120, "The time of each side."),
            Parameter.whole("slice", 256, 1_000_000, 2_000, "The edits of a slice."),
            Parameter.whole(
                "window", 10, 60_000, 1_000, "How often the store decides, in milliseconds."),
            Parameter.whole("seed", 0, Integer.MAX_VALUE, 1, "The seed of the edits."),
            Parameter.directory()));
  }

  /** Edits that were measured together, and the layouts at their end. */
  private record Slice(double seconds, double rate, long undone, double millis, String layouts) {}

  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    Report report = Report.begin(this, options, out);
    Map<String, List<Slice>> sides = new LinkedHashMap<>();
    designs()
        .forEach(
            (side, design) -> {
              List<Slice> slices = measure(side, design, options);
              sides.put(side, slices);
              report.text(side + "\n");
              report.table(series(slices));
              report.text("\n");
            });
    print(sides, report);
  }

  /** Returns the sides by their names. */
  private static Map<String, Design> designs() {
    Map<String, Design> designs = new LinkedHashMap<>();
    Design basic = WikiModel.BASIC.design();
    List<IndexLayout> layouts =
        List.of(
            new IndexLayout(Representation.OBJECT, new SinglePartition()),
            new IndexLayout(Representation.OBJECT, new HashedPartitions(5)),
            new IndexLayout(Representation.OBJECT, new HashedPartitions(20)),
            new IndexLayout(Representation.OBJECT, new ReadDeltaBuckets(1, 20)),
            new IndexLayout(Representation.OBJECT, PortableDesign.TREE),
            new IndexLayout(Representation.CELLS, new SinglePartition()));
    designs.put(AUTO, withIndexes(basic, layouts.get(0), true));
    for (IndexLayout layout : layouts) {
      designs.put(layout.spelling(), withIndexes(basic, layout, false));
    }
    return designs;
  }

  private static Design withIndexes(Design design, IndexLayout layout, boolean automatic) {
    return new Design(
        design.name(),
        design.entities().stream()
            .map(
                entity ->
                    entity.withIndexes(
                        entity.indexes().stream()
                            .map(
                                index ->
                                    new IndexDesign(
                                        index.name(),
                                        index.on(),
                                        index.order(),
                                        layout,
                                        index.within(),
                                        index.options(),
                                        automatic))
                            .toList()))
            .toList());
  }

  private static List<Slice> measure(String side, Design design, BenchOptions options) {
    List<Slice> slices = new ArrayList<>();
    StoreOptions storeOptions =
        StoreOptions.DEFAULT.autoWindow(Duration.ofMillis(options.integer("window")));
    try (WorkDirectory directory = WorkDirectory.make(options.path("dir"));
        Store store = Stores.openOrCreate(directory.store("store"), design, storeOptions)) {
      long start = System.nanoTime();
      double seconds = 0;
      for (int slice = 0; seconds < options.integer("seconds"); slice++) {
        ContentionResult result =
            new ContendedEdits(
                    store,
                    options.integer("writers"),
                    options.integer("slice"),
                    options.number("seed") + slice,
                    (title, revision, text) -> {})
                .run();
        seconds = (System.nanoTime() - start) / 1e9;
        slices.add(
            new Slice(
                seconds,
                result.editsPerSecond(),
                result.overlapping(),
                1_000 * options.integer("writers") / result.editsPerSecond(),
                layouts(store.design())));
      }
      StoreCheck.Result check =
          store.check(StoreCheck.Options.REPORT).run(problem -> {}, looked -> {});
      if (!check.isClean()) {
        throw new BenchmarkFailedException(
            Text.format(
                "after the edits the indexes of %s have missing=%s dangling=%s",
                side, check.missing(), check.dangling()));
      }
    }
    return slices;
  }

  private static String layouts(Design design) {
    return design.entities().stream()
        .map(EntityDesign::indexes)
        .flatMap(List::stream)
        .filter(IndexDesign::automatic)
        .map(index -> index.name() + " " + index.layout().spelling())
        .collect(Collectors.joining(", "));
  }

  private static Table series(List<Slice> slices) {
    Table table = new Table("after s", "edits/s", "undone for an index", "ms an edit", "layouts");
    String before = "";
    for (Slice slice : slices) {
      table.row(
          Text.figure(slice.seconds()),
          Text.figure(slice.rate()),
          Text.count(slice.undone()),
          Text.figure(slice.millis()),
          slice.layouts().equals(before) ? "" : slice.layouts());
      before = slice.layouts();
    }
    return table;
  }

  private static void print(Map<String, List<Slice>> sides, Report report) {
    Table table =
        new Table("side", "edits/s in the last third", "undone for an index", "all edits");
    Summary summary = new Summary();
    sides.forEach(
        (side, slices) -> {
          List<Slice> last = slices.subList(2 * slices.size() / 3, slices.size());
          Spread rate = Spread.of(last, Slice::rate);
          long undone = last.stream().mapToLong(Slice::undone).sum();
          table.row(side, rate.text(), Text.count(undone), Text.count(slices.size()));
          summary.add(name(side) + "-edits-per-second", rate.median());
        });
    report.table(table);
    double auto = median(sides.get(AUTO));
    double best =
        sides.entrySet().stream()
            .filter(side -> !side.getKey().equals(AUTO))
            .map(side -> median(side.getValue()))
            .max(Comparator.naturalOrder())
            .orElseThrow();
    summary.add("auto-of-the-best-fixed", auto / best);
    report.end(summary);
  }

  private static double median(List<Slice> slices) {
    return Spread.of(slices.subList(2 * slices.size() / 3, slices.size()), Slice::rate).median();
  }

  private static String name(String side) {
    return side.replaceAll("[^a-z0-9]+", "-").replaceAll("-$", "");
  }
}
