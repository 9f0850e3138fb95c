package org.portolan.integration;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.Benchmarks;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.search.SearchBenchmark;
import org.portolan.bench.search.SearchFile;

/**
 * A study, run by name only: do repeated searches of one store agree, and do they find a store
 * slower by exactly the amount by which it was slowed down? It searches for the limit of reads by
 * key on real HBase. Each read takes a known time longer on the server and keeps one of the
 * handlers for this time. A region server whose handlers all wait answers {@code handlers / delay}
 * reads a second, and this number is printed beside the result. So the limit is the store's own,
 * even if servers and generator share few processors. Properties: {@code portolan.search.uri} (a
 * store of HBase on three servers with nothing else in it), {@code .repeats} of each delay, {@code
 * .probe}. The limit is twice the longer delay.
 */
class SlowedSearch {
  private static final String PREFIX = "portolan.search.";

  /** The default {@code hbase.regionserver.handler.count} of HBase, for three servers. */
  private static final int HANDLERS = 3 * 30;

  private static final int[] DELAYS_MILLIS = {100, 200};

  private final int repeats = Integer.getInteger(PREFIX + "repeats", 5);
  private final String probe = System.getProperty(PREFIX + "probe", "10s");

  @Test
  void search(@TempDir Path directory) throws IOException {
    String uri = System.getProperty(PREFIX + "uri");
    Assumptions.assumeTrue(uri != null, "no -Dportolan.search.uri=hbase://...");
    CoprocessorJar jar = CoprocessorJar.make("SlowReads", directory);
    search(uri, directory.resolve("filling"), "100", "100", "4s");
    for (int delay : DELAYS_MILLIS) {
      slow(uri, jar, delay);
      for (int repeat = 1; repeat <= repeats; repeat++) {
        String name = "slower by " + delay + " ms, " + repeat;
        double arithmetic = HANDLERS * 1e3 / delay;
        String most = Long.toString(Math.round(2 * arithmetic));
        print(name, search(uri, directory.resolve(name), "300", most, probe), arithmetic);
      }
    }
    slow(uri, jar, 0);
  }

  /** Makes every read of the only table of a store slower; 0 restores the normal speed. */
  private static void slow(String uri, CoprocessorJar jar, int delayMillis) throws IOException {
    String[] parts = uri.substring("hbase://".length()).split("/", -1);
    var configuration = HBaseConfiguration.create();
    configuration.set("hbase.zookeeper.quorum", parts[0]);
    try (Connection connection = ConnectionFactory.createConnection(configuration);
        Admin admin = connection.getAdmin()) {
      for (TableName table : admin.listTableNamesByNamespace(parts[1])) {
        var builder = TableDescriptorBuilder.newBuilder(admin.getDescriptor(table));
        if (builder.build().hasCoprocessor(jar.name())) {
          builder.removeCoprocessor(jar.name());
        }
        if (delayMillis > 0) {
          builder.setCoprocessor(
              jar.descriptor(Map.of("portolan.delay.ms", Integer.toString(delayMillis))));
        }
        admin.modifyTable(builder.build());
      }
    }
  }

  private SearchFile search(String uri, Path out, String start, String most, String length) {
    SearchBenchmark search = new SearchBenchmark(Benchmarks.workload("ycsb-c"));
    BenchOptions options =
        BenchOptions.of(
            search,
            Map.of(
                "store",
                uri,
                "records",
                "20000",
                "within",
                2 * DELAYS_MILLIS[1] + "ms",
                "probe",
                length,
                "start",
                start,
                "width",
                "8",
                "most",
                most,
                "warm-up",
                "2s",
                "settle",
                "10s",
                "out",
                out.toString()));
    StringWriter text = new StringWriter();
    try {
      search.run(options, new PrintWriter(text), LiveLine.NONE);
    } finally {
      System.out.println(text);
    }
    return SearchFile.read(out);
  }

  /** Prints a line: the answer, and the median of the response at the first load. */
  private static void print(String name, SearchFile found, double arithmetic) {
    System.out.printf(
        Locale.ROOT,
        "RESULT %s: %s, %.0f to %.0f a second%s, by arithmetic %.0f at most; p50 %.2f ms at %.0f a"
            + " second%n",
        name,
        found.end().spelling(),
        found.passes(),
        found.fails(),
        found.confirmed() ? ", confirmed" : "",
        arithmetic,
        found.probes().get(0).p50Ms(),
        found.probes().get(0).load());
  }
}
