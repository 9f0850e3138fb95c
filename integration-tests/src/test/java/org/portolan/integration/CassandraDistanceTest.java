package org.portolan.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.cluster.ClusterSpec;
import org.portolan.cluster.Distance;
import org.portolan.cluster.EngineSettings;
import org.portolan.cluster.StartOptions;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineException;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/**
 * Two Cassandra nodes with a distance, and two copies of each row. A write at QUORUM waits for the
 * other node and so for a round trip; one at ONE waits for neither.
 */
@Tag("servers")
class CassandraDistanceTest {
  private static final Distance DISTANCE = Distance.of("50ms");
  private static final long ROUND_TRIP_NANOS = 2 * DISTANCE.oneWay().toNanos();
  private static final int WRITES = 20;
  private static final Duration START_MAX = Duration.ofMinutes(20);
  private static final Duration JOINED_MAX = Duration.ofMinutes(5);
  private static final String QUORUM = "read=QUORUM&write=QUORUM";

  private static final TableSchema TABLE =
      TableSchema.of(
          "rows",
          List.of(KeyColumn.of("id", ScalarType.LONG)),
          new ColumnFamily("main", List.of(new Column("text", ScalarType.TEXT))));

  @TempDir static Path directory;

  @Test
  void writes_waitForTheOtherNodeAtQuorum_andAtOneNotEvenIfItIsCutOff() {
    RunningCluster cluster =
        RunningCluster.start(
            ClusterSpec.of(new EngineSettings.Cassandra(DISTANCE), 2, directory.resolve("c"))
                .with(StartOptions.USUAL.withTimeout(START_MAX)));
    try {
      assertThat(cluster.names()).containsExactly("relay", "node-1", "node-2");
      String uri = cluster.uri("apart");
      assertThat(uri).endsWith(QUORUM);
      try (Engine quorum = Engines.open(uri, OpenMode.CREATE_IF_MISSING);
          Engine one =
              Engines.open(uri.replace(QUORUM, "read=ONE&write=ONE"), OpenMode.CREATE_IF_MISSING)) {
        quorum.createTable(TABLE);
        one.createTable(TABLE);

        List<Long> atQuorum = write(quorum, 0);
        List<Long> atOne = write(one, WRITES);
        print("QUORUM", atQuorum);
        print("ONE", atOne);
        assertThat(atQuorum).allMatch(nanos -> nanos >= ROUND_TRIP_NANOS);
        assertRows(quorum, 2 * WRITES);
        long begun = System.nanoTime();
        assertRows(quorum, 1);
        assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(ROUND_TRIP_NANOS);

        cluster.kill("relay");
        List<Long> cutOff = write(one, 2 * WRITES);
        assertThat(cutOff).hasSize(WRITES);
        assertThatThrownBy(() -> write(quorum, 3 * WRITES)).isInstanceOf(EngineException.class);
        cluster.heal();
        awaitJoined(quorum);
        assertThat(write(quorum, 3 * WRITES)).allMatch(nanos -> nanos >= ROUND_TRIP_NANOS);
        assertRows(quorum, 4 * WRITES);
      }
    } finally {
      cluster.stop();
    }
  }

  /** Returns how long each write took. */
  private static List<Long> write(Engine engine, int from) {
    List<Long> nanos = new ArrayList<>();
    for (int id = from; id < from + WRITES; id++) {
      long begun = System.nanoTime();
      boolean isWritten =
          engine.mutate(
              Mutation.of(
                  TABLE.name(), key(id), new Change.PutColumns("main", List.of("row " + id))),
              Durability.SYNCED);
      nanos.add(System.nanoTime() - begun);
      assertThat(isWritten).isTrue();
    }
    return nanos;
  }

  private static Tuple key(long id) {
    return Tuple.of(id);
  }

  private static void assertRows(Engine engine, int rows) {
    List<Get> gets =
        LongStream.range(0, rows)
            .mapToObj(id -> Get.of(TABLE.name(), key(id), FamilyRead.all("main")))
            .toList();
    assertThat(engine.get(gets))
        .extracting(row -> row.family("main").orElseThrow().get(0))
        .isEqualTo(LongStream.range(0, rows).mapToObj(id -> "row " + id).toList());
  }

  /** Nodes that were cut off take some seconds until they talk again. */
  private static void awaitJoined(Engine engine) {
    long end = System.nanoTime() + JOINED_MAX.toNanos();
    while (true) {
      try {
        assertRows(engine, 1);
        return;
      } catch (EngineException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
      }
    }
  }

  private static void print(String level, List<Long> nanos) {
    System.out.printf(
        "writes at %s, %s apart: %.1f to %.1f ms%n",
        level,
        DISTANCE,
        nanos.stream().mapToLong(Long::longValue).min().orElseThrow() / 1e6,
        nanos.stream().mapToLong(Long::longValue).max().orElseThrow() / 1e6);
  }
}
