package org.portolan.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.Engines;
import org.portolan.ycsb.YcsbRun.Core;
import org.portolan.ycsb.YcsbRun.Printed;

/**
 * YCSB itself, workloads A to F, through Portolan's engines: every operation returns OK, and YCSB
 * reads the data that it wrote. Runs on RocksDB, or on the store that the property {@code
 * portolan.ycsb.uri} names; {@code portolan.ycsb.records} and {@code portolan.ycsb.operations} set
 * the size.
 */
@TestInstance(Lifecycle.PER_CLASS)
@Tag("servers")
class YcsbOnEnginesTest {
  private static final int THREADS = 2;

  private final long records = Long.getLong("portolan.ycsb.records", 1_000);
  private final long operations = Long.getLong("portolan.ycsb.operations", 2_000);
  private String uri;

  @BeforeAll
  void fill(@TempDir Path directory) {
    uri = System.getProperty("portolan.ycsb.uri", "rocksdb:" + directory.resolve("store"));
    Printed printed = run(Core.A).load();
    assertThat(printed.figure("INSERT", "Return=OK")).isEqualTo((double) records);
  }

  private YcsbRun run(Core core) {
    return new YcsbRun(uri, core, records, THREADS)
        .set("operationcount", Long.toString(operations))
        .set("dataintegrity", "true")
        .set("fieldlengthdistribution", "constant");
  }

  @ParameterizedTest
  @EnumSource
  void transactions_allReturnOk(Core core) {
    boolean ordered = Engines.ofUri(uri).capabilities().keyOrder() == KeyOrder.TABLE;
    assumeThat(ordered || !core.scans())
        .as("workload %s scans in the order of keys, which %s has not", core, uri)
        .isTrue();
    Printed printed = run(core).transactions();
    System.out.println("workload " + core + " on " + uri + "\n" + printed.text());
    double returned = 0;
    for (String section : List.of("READ", "UPDATE", "INSERT", "SCAN")) {
      double done = printed.find(section, "Operations").orElse(0.0);
      double ok = printed.find(section, "Return=OK").orElse(0.0);
      assertThat(ok).as(section).isEqualTo(done);
      returned += done;
    }
    // A read-modify-write also counts as a read and as an update.
    double modified = printed.find("READ-MODIFY-WRITE", "Operations").orElse(0.0);
    assertThat(returned - modified).isEqualTo((double) operations);
    double verified = printed.find("VERIFY", "Return=OK").orElse(0.0);
    assertThat(verified).isEqualTo(printed.find("READ", "Operations").orElse(0.0));
  }
}
