package org.portolan.bench.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.Mutation;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

final class SamplerTest {
  private static final long SECOND_NANOS = 1_000_000_000;
  private static final int ROWS = 500;

  @TempDir Path directory;

  private final List<Sample> told = Collections.synchronizedList(new ArrayList<>());

  /** A meter that fails now and then, as if a server were away. */
  private static final class Failing {
    private int reads;

    private void read(Sweep sweep) {
      reads++;
      if (reads == 2) {
        throw new IllegalStateException("nobody answers");
      }
      sweep.counter("a", Figure.READS, "", reads * 10L);
      if (reads == 3) {
        sweep.fault("a is sulking");
      }
    }
  }

  @Test
  void sampler_ofAMeterThatFails_goesOnAndSaysSo() {
    Sampler sampler =
        new Sampler(
            List.of(new Meter("moods", "made for a test", new Failing()::read)),
            new ServerNames(),
            Map.of(),
            SECOND_NANOS,
            told::add);
    sampler.begin();
    while (told.size() < 2) {
      Thread.onSpinWait();
    }
    sampler.end();
    Telemetry telemetry = sampler.telemetry();
    assertThat(telemetry.samples()).isEqualTo(told);
    assertThat(told.get(0)).isEqualTo(new Sample(0, "a", "", Map.of(Figure.READS, 0L)));
    // The second sweep failed: the third has the increase since the first.
    assertThat(told.get(1).figures()).isEqualTo(Map.of(Figure.READS, 20L));
    assertThat(telemetry.sources())
        .containsEntry("moods", "made for a test; failed 1 time, nobody answers");
    assertThat(sampler.events())
        .containsExactly(RunEvent.fault(told.get(1).second(), "a is sulking"));
  }

  @Test
  void sampler_ofAnEmbeddedEngine_countsItsWrites() {
    TableSchema table =
        TableSchema.of(
            "rows",
            List.of(KeyColumn.of("id", ScalarType.INT)),
            new ColumnFamily("all", List.of(new Column("text", ScalarType.TEXT))));
    try (Engine engine =
        Engines.open("rocksdb:" + directory.resolve("store"), OpenMode.CREATE_IF_MISSING)) {
      engine.createTable(table);
      ServerNames names = new ServerNames();
      Sampler sampler =
          new Sampler(
              List.of(
                  Sampling.client(),
                  new EngineMeter(engine.serverMetrics().orElseThrow(), names).meter()),
              names,
              Map.of("bytes", "none"),
              SECOND_NANOS,
              told::add);
      sampler.begin();
      for (int row = 0; row < ROWS; row++) {
        engine.mutate(
            Mutation.of("rows", Tuple.of(row), new Change.PutColumns("all", List.of("text"))),
            Durability.BUFFERED);
      }
      sampler.end();
      TelemetrySummary summary =
          TelemetrySummary.of(sampler.telemetry(), 0, Double.MAX_VALUE, ROWS);
      assertThat(summary.servers())
          .singleElement()
          .satisfies(
              server -> {
                assertThat(server.server()).isEqualTo("embedded");
                assertThat(server.total(Figure.WRITES).orElseThrow()).isCloseTo(ROWS, within(1e-6));
                assertThat(server.total(Figure.READS)).isEmpty();
              });
      assertThat(summary.clientMicrosPerOperation().orElseThrow()).isPositive();
      assertThat(sampler.telemetry().sources())
          .containsOnlyKeys("processor of the client", "requests", "bytes");
    }
  }

  @Test
  void sampler_thatNeverBegan_hasNothing() {
    Sampler sampler = new Sampler(List.of(), new ServerNames(), Map.of(), SECOND_NANOS, told::add);
    sampler.end();
    assertThat(sampler.telemetry()).isEqualTo(new Telemetry(List.of(), Map.of()));
    assertThat(sampler.events()).isEmpty();
  }
}
