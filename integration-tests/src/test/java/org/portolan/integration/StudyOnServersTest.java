package org.portolan.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.study.Size;
import org.portolan.bench.study.Study;
import org.portolan.bench.study.StudyReader;
import org.portolan.bench.study.StudyResult;
import org.portolan.bench.study.StudyRun;

/** A study that starts servers, measures on them beside embedded stores, and stops them. */
class StudyOnServersTest {
  private static final String STUDY =
      """
      study: servers
      title: Servers
      paper: none
      question: Do servers start, and do cells get their stores?
      sizes:
        default: {target: [embedded, cassandra, mariadb], nodes: 1, level: "read=QUORUM&write=QUORUM", rounds: 1}
      clusters:
        cassandra: {engine: cassandra, nodes: $nodes, query: rf=1&$level}
        mariadb: {engine: mariadb, nodes: 1}
      steps:
        - step: reads
          run: wiki-reads
          on: $target
          each: [target]
          options: {store: $store, pages: 5, threads: 1, seconds: 1, warm-up: 0}
          figures: [throughput]
      """;

  @TempDir Path directory;

  @Test
  void cells_areMeasuredOnServersOfTheirOwn_whichAreGoneAfterwards() {
    Set<Long> before = processes();
    Study study = StudyReader.read(STUDY, "servers.yaml");
    StudyResult result =
        new StudyRun(study, Size.DEFAULT, directory.resolve("out"), LiveLine.NONE).run();
    assertThat(result.failures()).isEmpty();
    assertThat(result.cells()).hasSize(3);
    assertThat(result.cells())
        .allSatisfy(cell -> assertThat(cell.all("throughput")[0]).isPositive());
    assertThat(result.cells())
        .filteredOn(cell -> cell.cell().has(Map.of("target", "cassandra")))
        .allSatisfy(cell -> assertThat(cell.all("server-micros")[0]).isPositive());
    assertThat(before).as("processes that are left").containsAll(processes());
  }

  private static Set<Long> processes() {
    return ProcessHandle.current()
        .descendants()
        .filter(ProcessHandle::isAlive)
        .map(ProcessHandle::pid)
        .collect(Collectors.toSet());
  }
}
