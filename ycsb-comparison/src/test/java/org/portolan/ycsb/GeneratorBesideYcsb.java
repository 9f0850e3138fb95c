package org.portolan.ycsb;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.api.Rounds;
import org.portolan.bench.api.Table;
import org.portolan.bench.generator.HighestRate;
import org.portolan.bench.generator.HighestRate.Kept;
import org.portolan.bench.statistics.Spread;
import org.portolan.ycsb.YcsbRun.Core;

/**
 * A measurement, run by name only: the highest rate of reads (workload C, RocksDB) at which 99 in
 * 100 are answered within a millisecond of their intended start, by Portolan's generator and by
 * YCSB's with {@code measurement.interval=intended}. The store answers in microseconds, so a late
 * operation was started late. Starts are uniform on both sides; the first seconds of both are left
 * out. Properties: {@code portolan.ycsb.records}, {@code .seconds}, {@code .rounds}, {@code
 * .threads}.
 */
class GeneratorBesideYcsb {
  private static final String PREFIX = "portolan.ycsb.";
  private static final int WARM_UP_SECONDS = 2;
  private static final double LATE_NANOS_MAX = 1e6;

  /** YCSB measures to the microsecond. */
  private static final double MICROSECOND_NANOS = 1e3;

  private final long records = Long.getLong(PREFIX + "records", 10_000);
  private final long seconds = Long.getLong(PREFIX + "seconds", 2);
  private final int rounds = Integer.getInteger(PREFIX + "rounds", 3);
  private final int threads = Integer.getInteger(PREFIX + "threads", 2);

  @Test
  void measure(@TempDir Path directory) {
    String uri = "rocksdb:" + directory.resolve("store");
    ycsb(uri).load();
    ours(uri, 1_000);
    Map<String, List<Kept>> measured =
        new Rounds(0, rounds)
            .run(
                List.of("Portolan", "YCSB"),
                side ->
                    side.equals("YCSB")
                        ? HighestRate.find(
                            theirsAlone(uri, directory), rate -> theirs(uri, rate, directory))
                        : HighestRate.find(oursAlone(uri), rate -> ours(uri, rate)));
    Table table = new Table("", "highest rate", "p99 of the response, us");
    measured.forEach(
        (side, found) ->
            table.row(
                side,
                Spread.of(found, Kept::perSecond).text(),
                Spread.of(found, kept -> kept.late99Nanos() / MICROSECOND_NANOS).text()));
    Spread ratio = Spread.ofRatios(measured.get("Portolan"), measured.get("YCSB"), Kept::perSecond);
    System.out.println(
        String.format(
            Locale.ROOT,
            "%nrocksdb, %d records, %d threads, %d rounds, rates tried for %d s after %d s%n%n%s"
                + "Portolan by YCSB: %s%n",
            records,
            threads,
            rounds,
            seconds,
            WARM_UP_SECONDS,
            table.text(),
            ratio.text()));
  }

  private static Optional<Kept> kept(double perSecond, double late99Nanos) {
    return late99Nanos < LATE_NANOS_MAX
        ? Optional.of(new Kept(perSecond, late99Nanos))
        : Optional.empty();
  }

  private double oursAlone(String uri) {
    return Double.parseDouble(run(uri, 0).get(OurRun.THROUGHPUT)[1]);
  }

  private Optional<Kept> ours(String uri, double rate) {
    Map<String, String[]> lines = run(uri, rate);
    String[] response = lines.get(OurRun.RESPONSE);
    return response[1].equals("0")
        ? kept(Double.parseDouble(lines.get(OurRun.THROUGHPUT)[1]), Double.parseDouble(response[2]))
        : Optional.empty();
  }

  /** Returns the words of each line that our run printed, by the first word. */
  private Map<String, String[]> run(String uri, double rate) {
    Map<String, String[]> lines = new LinkedHashMap<>();
    for (String[] words :
        OurRun.inProcess(
            Core.C, uri, records, threads, seconds, "buffered", rate, WARM_UP_SECONDS)) {
      lines.put(words[0], words);
    }
    return lines;
  }

  private YcsbRun ycsb(String uri) {
    return new YcsbRun(uri, Core.C, records, threads)
        .set("table", "ycsbs_own")
        .set("portolan.durability", "buffered")
        .set("dataintegrity", "true")
        .set("fieldlengthdistribution", "constant")
        .set("operationcount", "2000000000");
  }

  private double theirsAlone(String uri, Path directory) {
    return log(uri, directory, 0, "READ").perSecond();
  }

  private Optional<Kept> theirs(String uri, double rate, Path directory) {
    YcsbLog late = log(uri, directory, Math.round(rate), "Intended-READ");
    // YCSB drops operations that it could not start in time.
    return late.perSecond() < 0.98 * rate
        ? Optional.empty()
        : kept(late.perSecond(), late.latency().getValueAtPercentile(99) * MICROSECOND_NANOS);
  }

  /**
   * @param target operations a second, 0 for as many as possible
   */
  private YcsbLog log(String uri, Path directory, long target, String operation) {
    YcsbLog.into(directory, ycsb(uri))
        .set("target", Long.toString(target))
        .set("maxexecutiontime", Long.toString(WARM_UP_SECONDS + seconds))
        .set("measurement.interval", "both")
        .transactionsWithStatus();
    return YcsbLog.take(directory, operation, WARM_UP_SECONDS).orElseThrow();
  }
}
