package org.portolan.bench.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.Benchmarks;
import org.portolan.bench.Runs;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.hostile.attack.HostileKind;
import org.portolan.bench.hostile.attack.HostileProgram;

/** The times of these runs say nothing, and none is looked at. */
@Timeout(300)
final class HostileLoadBenchmarkTest {
  private static final List<String> KINDS =
      List.of("lists", "flood", "pipelines", "slow-bodies", "drops", "lengths", "fields");

  @TempDir Path directory;

  private Runs run(String... further) throws IOException {
    Path launcher = directory.resolve("launcher");
    Files.writeString(
        launcher,
        "#!/bin/sh\nexec '"
            + Path.of(System.getProperty("java.home"), "bin", "java")
            + "' -Xmx$PORTOLAN_HEAP $PORTOLAN_JAVA_OPTIONS -cp '"
            + System.getProperty("java.class.path")
            + "' "
            + ServeProgram.class.getName()
            + " \"$@\"\n");
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
    List<String> arguments =
        Stream.concat(
                Stream.of(
                    "--launcher",
                    launcher.toString(),
                    "--dir",
                    directory.resolve("stores").toString(),
                    "--pages",
                    "30",
                    "--phase",
                    "400ms"),
                Stream.of(further))
            .toList();
    return Runs.of("hostile-load", arguments.toArray(String[]::new));
  }

  @Test
  void run_ofSomeSeconds_countsAndComparesEverything() throws IOException {
    Path out = directory.resolve("out");
    Runs run =
        run("--minutes", "0.15", "--kinds", String.join(",", KINDS), "--out", out.toString());

    assertThat(run.figure("wrong")).isZero();
    assertThat(run.figure("failures")).isZero();
    for (String kind : List.of("cached", "uncached", "again", "form", "save", "shown", "saved")) {
      assertThat(run.figure(kind)).as(kind).isPositive();
    }
    assertThat(run.figure("all")).isGreaterThanOrEqualTo(run.figure("right"));
    assertThat(run.figure("process-mib-max")).isPositive();
    List<String> attacks = Files.readAllLines(out.resolve("attacks.csv"));
    for (String line : attacks.subList(1, attacks.size())) {
      String name = line.substring(line.lastIndexOf(',') + 1);
      assertThat(run.lines()).anyMatch(row -> row.startsWith(name + " "));
    }
    assertThat(Files.readAllLines(out.resolve("requests.csv")))
        .hasSize(1 + (int) run.figure("all"));
    assertThat(Files.readString(out.resolve("page.html"))).contains("promised: 100 ms");
    assertThat(Files.readString(out.resolve("plot.svg"))).startsWith("<svg");
    assertThat(directory.resolve("stores")).isEmptyDirectory();
  }

  @Test
  void run_ofAServerThatTakesMoreMemoryThanStated_fails() {
    assertThatThrownBy(
            () ->
                run(
                    "--minutes",
                    "0.02",
                    "--kinds",
                    "lengths",
                    "--allowance-mb",
                    "1",
                    "--heap-mb",
                    "64"))
        .isInstanceOf(BenchmarkFailedException.class)
        .hasMessageMatching("the server took \\d+ MiB, more than heap and allowance, 65 MiB");
  }

  @Test
  void phases_ofARound_areEachKindAloneAndAllTogether() {
    List<Phase> phases = Phase.round(Phase.all(), Phase.Choice.ALL, new Random(1));
    assertThat(phases).hasSize(HostileKind.values().length + 3).doesNotHaveDuplicates();
    assertThat(phases).filteredOn(Phase::shared).hasSize(1);
    assertThat(phases)
        .filteredOn(phase -> phase.kinds().size() == 1)
        .allMatch(phase -> phase.address().equals(HostileProgram.OWN));
  }

  @Test
  void phases_thatAreChosen_areTheOnlyOnes() {
    List<HostileKind> kinds = List.of(HostileKind.DROPS, HostileKind.SAVES);
    assertThat(Phase.round(kinds, Phase.Choice.ALONE, new Random(1)))
        .extracting(Phase::kinds)
        .containsExactlyInAnyOrder(List.of(HostileKind.DROPS), List.of(HostileKind.SAVES));
    assertThat(Phase.round(kinds, Phase.Choice.MANY_ADDRESSES, new Random(1)))
        .containsExactly(new Phase("all from many addresses", kinds, HostileProgram.OWN));
    assertThat(Phase.round(kinds, Phase.Choice.READERS_ADDRESS, new Random(1)))
        .singleElement()
        .matches(Phase::shared);
    assertThat(Phase.round(kinds, Phase.Choice.ONE_ADDRESS, new Random(1)))
        .singleElement()
        .matches(phase -> !phase.shared());
  }

  @Test
  void kinds_thatDoNotExist_areRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> BenchOptions.of(Benchmarks.of("hostile-load"), Map.of("kinds", "flood,nothing")))
        .withMessageContaining("'all', or some of previews, saves");
  }
}
