package org.portolan.bench.study;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Machine;
import org.portolan.bench.api.Text;
import org.portolan.bench.client.SiblingStores;
import org.portolan.bench.run.Results;
import org.portolan.bench.system.WorkDirectory;
import org.portolan.cluster.Cluster;
import org.portolan.cluster.ClusterException;

/**
 * Runs the steps of a study. Each round measures every cell once and begins with a different one,
 * so that other work of the machine disturbs all alike. Cells on servers of their own number or
 * settings cannot take turns: their servers are started one cluster after another. The first rounds
 * may be for warmth only: their figures are thrown away. Used by one thread.
 */
public final class StudyRun {
  private final Study study;
  private final Size size;
  private final Path out;
  private final LiveLine live;
  private final Map<String, String> scalars;
  private final Map<Cell, Gathered> gathered = new LinkedHashMap<>();
  private final String machine = Machine.text();
  private final Instant began = Instant.now().truncatedTo(ChronoUnit.SECONDS);
  private int done;

  /** The rounds of a cell so far. */
  private static final class Gathered {
    final List<Map<String, Double>> rounds = new ArrayList<>();
    final List<String> notes = new ArrayList<>();
    final List<String> failures = new ArrayList<>();
  }

  /**
   * @param out an empty or new directory: the files of each measurement, in a directory of each
   *     cell and round
   * @param live is shown what is being measured
   * @throws IllegalArgumentException if the directory is not empty, or a variable has no value
   */
  public StudyRun(Study study, Size size, Path out, LiveLine live) {
    this.study = study;
    this.size = size;
    this.out = out;
    this.live = live;
    this.scalars = study.scalars(size);
    Results.requireEmpty(out, "a study");
    if (!study.missing().isEmpty()) {
      throw new IllegalArgumentException(
          study.missing().stream()
              .map(variable -> "give --set " + variable + "=VALUE: " + study.needs().get(variable))
              .collect(Collectors.joining("; ")));
    }
  }

  /**
   * Measures all cells. A measurement that fails, and servers that cannot be started, are noted,
   * and the other measurements are made. The result so far is written to {@code study.json} after
   * every round, so that a study that is broken off leaves what it has measured.
   */
  public StudyResult run() {
    Map<Optional<ServersKey>, List<Cell>> byServers = new LinkedHashMap<>();
    for (Step step : study.steps()) {
      for (Cell cell : step.cells(study.values(size))) {
        gathered.put(cell, new Gathered());
        byServers
            .computeIfAbsent(ServersKey.of(study, cell, scalars), any -> new ArrayList<>())
            .add(cell);
      }
    }
    try (WorkDirectory work = WorkDirectory.make(Optional.of(out))) {
      byServers.forEach((servers, cells) -> measure(servers, cells, work));
    }
    live.show("");
    return written();
  }

  /** Writes the result so far. */
  private StudyResult written() {
    StudyResult result = result();
    StudyRecord.of(result, new Judge(result).verdicts()).write(out);
    return result;
  }

  private StudyResult result() {
    return new StudyResult(
        study,
        size,
        machine,
        began.toString(),
        ChronoUnit.SECONDS.between(began, Instant.now()),
        gathered.entrySet().stream()
            .map(
                entry ->
                    new StudyResult.OfCell(
                        entry.getKey(),
                        entry.getValue().rounds,
                        entry.getValue().notes,
                        entry.getValue().failures))
            .toList());
  }

  private void measure(Optional<ServersKey> servers, List<Cell> cells, WorkDirectory work) {
    if (servers.isEmpty()) {
      SiblingStores stores = new SiblingStores("", work);
      measure(cells, cell -> stores.uri(cell.storeName()), Optional.empty());
      return;
    }
    ServersKey key = servers.get();
    if (key.areThere()) {
      measure(cells, stores(key, key.uri(), work), Optional.empty());
      return;
    }
    live.show("starting " + key.text());
    Cluster cluster;
    try {
      cluster = Cluster.start(key.spec(work.path().resolve(key.text()))).stopOnExit();
    } catch (ClusterException e) {
      cells.forEach(cell -> gathered.get(cell).failures.add("no servers: " + e.getMessage()));
      return;
    }
    try {
      measure(cells, stores(key, cluster.uri(), work), Optional.of(cluster.directory()));
    } finally {
      cluster.stop();
    }
  }

  /**
   * Returns the store of each cell. All cells on a database use the one that it has; a step must
   * leave it as it needs it.
   */
  private Function<Cell, String> stores(ServersKey key, String uri, WorkDirectory work) {
    SiblingStores stores = new SiblingStores(uri, work);
    return key.isDatabase()
        ? cell -> uri
        : cell -> withQuery(key, cell, stores.uri(cell.storeName()));
  }

  private void measure(List<Cell> cells, Function<Cell, String> stores, Optional<Path> cluster) {
    for (int round = 1; round <= study.unmeasured(size); round++) {
      for (Cell cell : inTurn(cells, round)) {
        if (cell.step().kind() == Step.Kind.RUN) {
          measure(cell, stores.apply(cell), cluster, "unmeasured-" + round, gathered.get(cell));
        }
      }
    }
    int most = cells.stream().mapToInt(cell -> study.rounds(size, cell.step())).max().orElse(0);
    for (int round = 1; round <= most; round++) {
      for (Cell cell : inTurn(cells, round)) {
        if (round <= study.rounds(size, cell.step())) {
          Gathered sofar = gathered.get(cell);
          sofar.rounds.add(measure(cell, stores.apply(cell), cluster, "round-" + round, sofar));
        }
      }
      written();
    }
  }

  /** Returns the cells, beginning with a different one in each round. */
  private static List<Cell> inTurn(List<Cell> cells, int round) {
    List<Cell> turned = new ArrayList<>(cells);
    Collections.rotate(turned, 1 - round);
    return turned;
  }

  /** Returns the figures; a failure is noted. */
  private Map<String, Double> measure(
      Cell cell, String store, Optional<Path> cluster, String place, Gathered sofar) {
    done++;
    String what =
        Text.format(
            "%d of %d: %s, %s", done, study.measurements(size), cell.step().name(), cell.text());
    live.show(what);
    StepRun.Measured measured =
        StepRun.measure(
            cell,
            StepRun.options(cell, scalars, store, cluster),
            out.resolve(cell.fileName()).resolve(place),
            text -> live.show(text.isEmpty() ? what : what + "  " + text));
    measured.notes().forEach(note -> sofar.notes.add(place + ": " + note));
    measured.failure().ifPresent(failure -> sofar.failures.add(place + ": " + failure));
    return measured.figures();
  }

  /** Returns the URI of a cell's store with the parameters of its step. */
  private String withQuery(ServersKey key, Cell cell, String uri) {
    String query = cell.filled(study.clusters().get(key.name()).query(), scalars);
    if (query.isEmpty()) {
      return uri;
    }
    int mark = uri.indexOf('?');
    return (mark < 0 ? uri : uri.substring(0, mark)) + "?" + query;
  }
}
