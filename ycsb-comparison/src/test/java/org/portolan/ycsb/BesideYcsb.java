package org.portolan.ycsb;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.api.Rounds;
import org.portolan.bench.api.Table;
import org.portolan.bench.statistics.Spread;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.Engines;
import org.portolan.ycsb.YcsbRun.Core;

/**
 * A measurement, run by name only: Portolan's workloads compared with YCSB's own client, on the
 * same engine, with the same threads and duration, in turn, each run in a fresh process.
 * Properties: {@code portolan.ycsb.uri} (default: RocksDB), {@code .records}, {@code .seconds},
 * {@code .rounds}, {@code .threads}, {@code .workloads} (default: ABCDEF), {@code .durability}.
 * Each side has its own table of the same shape. Both verify their reads outside of the latency.
 * {@code .verify=false} switches this off for YCSB, which generates each expected value again, and
 * this is most of its client's work. The first {@value #WARM_UP_SECONDS} seconds of both are left
 * out.
 */
class BesideYcsb {
  private static final String PREFIX = "portolan.ycsb.";
  private static final int WARM_UP_SECONDS = 3;
  private static final List<String> OPERATIONS =
      List.of("READ", "UPDATE", "SCAN", "INSERT", "READ-MODIFY-WRITE");

  private final long records = Long.getLong(PREFIX + "records", 100_000);
  private final long seconds = Long.getLong(PREFIX + "seconds", 10);
  private final int rounds = Integer.getInteger(PREFIX + "rounds", 7);
  private final int threads = Integer.getInteger(PREFIX + "threads", 2);
  private final String workloads = System.getProperty(PREFIX + "workloads", "ABCDEF");
  private final String durability = System.getProperty(PREFIX + "durability", "buffered");

  /** One run of one side: operations a second and percentiles by operation, in microseconds. */
  record Figures(double perSecond, Map<String, double[]> percentiles) {
    double percentile(String operation, int place) {
      return percentiles.getOrDefault(operation, new double[] {0, 0, 0})[place];
    }
  }

  private enum Side {
    PORTOLAN,
    YCSB
  }

  @Test
  void measure(@TempDir Path directory) {
    String uri = System.getProperty(PREFIX + "uri", "rocksdb:" + directory.resolve("store"));
    boolean ordered = Engines.ofUri(uri).capabilities().keyOrder() == KeyOrder.TABLE;
    ycsb(uri, Core.C).load();
    ours(uri, Core.C, 1);
    Table table =
        new Table("", "per second", "of YCSB's", "p50 us", "of YCSB's", "p99 us", "of YCSB's");
    for (Core core : Core.values()) {
      if (workloads.contains(core.name()) && (ordered || !core.scans())) {
        measure(uri, core, directory, table);
      }
    }
    System.out.println(
        String.format(
            Locale.ROOT,
            "%n%s, %d records, %d threads, %d rounds of %d s, writes %s%n%n%s",
            Engines.ofUri(uri).scheme(),
            records,
            threads,
            rounds,
            seconds,
            durability,
            table.text()));
  }

  private void measure(String uri, Core core, Path directory, Table table) {
    Map<Side, List<Figures>> measured =
        new Rounds(0, rounds)
            .run(
                List.of(Side.values()),
                side ->
                    switch (side) {
                      case PORTOLAN -> ours(uri, core, seconds);
                      case YCSB -> theirs(uri, core, directory);
                    });
    List<Figures> ours = measured.get(Side.PORTOLAN);
    List<Figures> theirs = measured.get(Side.YCSB);
    for (String operation : ours.get(0).percentiles().keySet()) {
      List<String> row = new ArrayList<>();
      row.add(core + " " + operation);
      row.add(Spread.of(ours, Figures::perSecond).text());
      row.add(Spread.ofRatios(ours, theirs, Figures::perSecond).text());
      for (int place : new int[] {0, 2}) {
        row.add(Spread.of(ours, each -> each.percentile(operation, place)).text());
        row.add(Spread.ofRatios(ours, theirs, each -> each.percentile(operation, place)).text());
      }
      table.row(row.toArray(new String[0]));
    }
  }

  private YcsbRun ycsb(String uri, Core core) {
    return new YcsbRun(uri, core, records, threads)
        .set("table", "ycsbs_own")
        .set("portolan.durability", durability)
        .set("dataintegrity", System.getProperty(PREFIX + "verify", "true"))
        .set("fieldlengthdistribution", "constant")
        .set("operationcount", "2000000000")
        .set("maxexecutiontime", Long.toString(WARM_UP_SECONDS + seconds));
  }

  private Figures theirs(String uri, Core core, Path directory) {
    YcsbLog.into(directory, ycsb(uri, core)).transactionsWithStatus();
    Map<String, double[]> percentiles = new LinkedHashMap<>();
    double perSecond = 0;
    for (String operation : OPERATIONS) {
      YcsbLog log = YcsbLog.take(directory, operation, WARM_UP_SECONDS).orElse(null);
      if (log != null) {
        percentiles.put(
            operation.toLowerCase(Locale.ROOT),
            new double[] {
              log.latency().getValueAtPercentile(50),
              log.latency().getValueAtPercentile(95),
              log.latency().getValueAtPercentile(99)
            });
        // Reads and updates that are parts of a read-modify-write are also counted separately.
        perSecond += core == Core.F && !operation.equals("READ") ? 0 : log.perSecond();
      }
    }
    return new Figures(perSecond, percentiles);
  }

  private Figures ours(String uri, Core core, long duration) {
    double perSecond = 0;
    Map<String, double[]> percentiles = new LinkedHashMap<>();
    for (String[] words :
        OurRun.inProcess(core, uri, records, threads, duration, durability, 0, WARM_UP_SECONDS)) {
      if (words[0].equals(OurRun.THROUGHPUT)) {
        perSecond = Double.parseDouble(words[1]);
      } else if (words[0].equals(OurRun.LATENCY)) {
        percentiles.put(
            words[1],
            new double[] {
              Double.parseDouble(words[2]),
              Double.parseDouble(words[3]),
              Double.parseDouble(words[4])
            });
      }
    }
    return new Figures(perSecond, percentiles);
  }
}
