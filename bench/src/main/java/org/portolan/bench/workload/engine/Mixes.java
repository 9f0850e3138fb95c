package org.portolan.bench.workload.engine;

import static org.portolan.bench.workload.engine.RowOperation.INSERT;
import static org.portolan.bench.workload.engine.RowOperation.READ;
import static org.portolan.bench.workload.engine.RowOperation.READ_MODIFY_WRITE;
import static org.portolan.bench.workload.engine.RowOperation.SCAN;
import static org.portolan.bench.workload.engine.RowOperation.UPDATE;

import java.util.List;
import java.util.Locale;
import org.portolan.bench.workload.engine.Mix.RecordShape;
import org.portolan.bench.workload.engine.Mix.Share;

/**
 * YCSB's core workloads A to F (Cooper et al. 2010, as in release 0.17), the five stress workloads
 * of Wang 2014, table 1, and its four micro workloads of section 3.3. The paper does not give the
 * distribution of records for the micro workloads; here it is uniform, so that they show the engine
 * and not its caches.
 */
final class Mixes {
  private static final String ZIPFIAN = "ycsb-zipfian";
  private static final String LATEST = "latest";
  private static final String UNIFORM = "uniform";

  private static final RecordShape YCSB = new RecordShape(10, 100);

  /** "Records of 1 byte". */
  private static final RecordShape TINY = new RecordShape(1, 1);

  static final List<Mix> ALL =
      List.of(
          mix("ycsb-a", "update heavy: 50 % reads, 50 % updates", ZIPFIAN, READ, 50, UPDATE),
          mix("ycsb-b", "read mostly: 95 % reads, 5 % updates", ZIPFIAN, READ, 95, UPDATE),
          single("ycsb-c", "read only", ZIPFIAN, YCSB, READ),
          mix("ycsb-d", "read latest: 95 % reads, 5 % inserts", LATEST, READ, 95, INSERT),
          mix("ycsb-e", "short ranges: 95 % scans, 5 % inserts", ZIPFIAN, SCAN, 95, INSERT),
          mix(
              "ycsb-f",
              "50 % reads, 50 % reads followed by a write",
              ZIPFIAN,
              READ,
              50,
              READ_MODIFY_WRITE),
          mix("wang-read-mostly", "95 % reads, 5 % updates", ZIPFIAN, READ, 95, UPDATE),
          mix("wang-read-latest", "80 % reads, 20 % inserts", LATEST, READ, 80, INSERT),
          mix("wang-read-update", "50 % reads, 50 % updates", ZIPFIAN, READ, 50, UPDATE),
          mix(
              "wang-read-modify-write",
              "50 % reads, 50 % reads followed by a write",
              ZIPFIAN,
              READ,
              50,
              READ_MODIFY_WRITE),
          mix("wang-scan", "95 % scans of short ranges, 5 % inserts", ZIPFIAN, SCAN, 95, INSERT),
          single("wang-micro-read", "reads of tiny records", UNIFORM, TINY, READ),
          single("wang-micro-insert", "inserts of tiny records", UNIFORM, TINY, INSERT),
          single("wang-micro-update", "updates of tiny records", UNIFORM, TINY, UPDATE),
          single("wang-micro-scan", "scans of tiny records", UNIFORM, TINY, SCAN));

  private Mixes() {}

  private static Mix mix(
      String name,
      String description,
      String distribution,
      RowOperation first,
      int percent,
      RowOperation second) {
    return new Mix(
        name,
        described(name, description),
        List.of(new Share(first, percent), new Share(second, 100 - percent)),
        distribution,
        YCSB);
  }

  private static Mix single(
      String name,
      String description,
      String distribution,
      RecordShape shape,
      RowOperation operation) {
    return new Mix(
        name,
        described(name, description),
        List.of(new Share(operation, 100)),
        distribution,
        shape);
  }

  private static String described(String name, String description) {
    String source =
        name.startsWith("ycsb-")
            ? "YCSB's workload " + name.substring("ycsb-".length()).toUpperCase(Locale.ROOT)
            : "Wang 2014";
    return source + ", " + description + ".";
  }
}
