package org.portolan.bench;

import java.io.PrintWriter;
import java.util.List;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.api.Report;
import org.portolan.bench.api.Summary;
import org.portolan.bench.workload.rowkeys.RowKeys;
import org.portolan.design.key.DistributionExperiment;
import org.portolan.design.key.KeyLayout;

/** Zdravevski 2016, figure 1: how evenly a key layout spreads sequential ids. */
final class KeyDistributionBenchmark extends Benchmark {

  KeyDistributionBenchmark() {
    super(
        "key-distribution",
        "How evenly a key layout spreads ids, compared with the figures of Zdravevski 2016.",
        List.of(
            Parameter.whole("ids", 1, Integer.MAX_VALUE, 4_000_000, "The number of ids."),
            Parameter.whole(
                "range", 2, KeyLayout.PREFIX_RANGE_MAX, 1_000, "The number of prefixes."),
            Parameter.choice(
                "layout",
                List.of("md5-modulo", "md5-of-row-modulo", "modulo", "random"),
                "md5-modulo",
                "The key layout."),
            Parameter.whole("first", 0, Integer.MAX_VALUE, 1, "The first id."),
            Parameter.whole("seed", 0, Long.MAX_VALUE, 1, "The seed of random prefixes.")));
  }

  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    int range = options.integer("range");
    KeyLayout layout = RowKeys.layout(options.text("layout"), range);
    Report report = Report.begin(this, options, out);
    DistributionExperiment.Result result =
        new DistributionExperiment(
                layout, options.number("first"), options.integer("ids"), options.number("seed"))
            .run();
    report.text(result.text());
    report.end(
        new Summary()
            .add("ids", options.integer("ids"))
            .add("minimum", result.minimum())
            .add("maximum", result.maximum())
            .add("deviation", result.deviation()));
  }
}
