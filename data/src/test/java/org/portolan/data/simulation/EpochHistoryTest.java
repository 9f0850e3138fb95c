package org.portolan.data.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.engine.simulated.SimulatedCluster.Kind;

/** Epochs of a design that rise while processes write, in virtual time. */
class EpochHistoryTest {
  private static final int SEEDS = Integer.getInteger("portolan.epochs.seeds", 60);
  private static final long FIRST = Long.getLong("portolan.epochs.seed", 1);
  private static final Path FAILED = Path.of("target", "simulation");

  @ParameterizedTest
  @EnumSource(names = {"STORE", "ROWS", "COLUMNS"})
  void awaitedEpoch_noWriteOfAnEarlierOneIsCommittedAfterwards(Kind kind) {
    Map<String, Integer> reached = new TreeMap<>();
    for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
      EpochHistory history = EpochHistory.of(kind, seed);
      try {
        history.run().forEach((what, count) -> reached.merge(what, count, Integer::sum));
      } catch (RuntimeException | Error e) {
        throw new AssertionError(
            kind
                + ": seed "
                + seed
                + " fails (-Dportolan.epochs.seed="
                + seed
                + " -Dportolan.epochs.seeds=1; its steps are in "
                + written(kind, seed, history)
                + "): "
                + e.getMessage(),
            e);
      }
    }
    System.out.println(kind + ": " + reached);
    assertThat(reached)
        .containsKeys(
            "awaited",
            "epoch over",
            "epoch of unknown outcome",
            "process died",
            "held up before a commit",
            "held up after a commit",
            "held up before a change of a record",
            "held up after a change of a record");
    if (kind == Kind.STORE) {
      assertThat(reached).containsKey("commit refused by the fence");
    }
  }

  private static Path written(Kind kind, long seed, EpochHistory history) {
    try {
      Files.createDirectories(FAILED);
      return Files.write(FAILED.resolve("epochs-" + kind + "-" + seed + ".txt"), history.lines());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
