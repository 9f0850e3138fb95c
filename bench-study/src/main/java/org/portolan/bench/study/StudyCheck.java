package org.portolan.bench.study;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.client.SiblingStores;
import org.portolan.cluster.ClusterEngine;

/** Checks that the parts of a study belong together, before anything is run. */
final class StudyCheck {
  private static final int ROUNDS_MAX = 9_999;

  private final Study study;

  private StudyCheck(Study study) {
    this.study = study;
  }

  /**
   * Checks a study.
   *
   * @throws IllegalArgumentException if something does not fit; the message says where and what
   *     does
   */
  static void require(Study study) {
    requireRunnable(study);
    new StudyCheck(study).requireParts();
  }

  /**
   * Checks what is run, but not that there are cells for the claims.
   *
   * @throws IllegalArgumentException as {@link #require}
   */
  static void requireRunnable(Study study) {
    new StudyCheck(study).requireSteps();
  }

  private void requireSteps() {
    if (!study.name().matches("[a-z][a-z0-9-]*")) {
      throw new IllegalArgumentException(
          "study: '" + study.name() + "' is no name: use small letters, digits and '-'");
    }
    for (Size size : Size.values()) {
      List<String> rounds = study.values(size).getOrDefault(Study.ROUNDS, List.of());
      if (rounds.size() != 1 || !rounds.get(0).matches("[1-9][0-9]{0,3}")) {
        throw new IllegalArgumentException(
            "sizes: give 'rounds', a number from 1 to 9999, to size " + size.spelling());
      }
      requireNumber(size, Study.UNMEASURED);
      requireNumber(size, Study.SEARCH_ROUNDS);
    }
    Set<String> names = new HashSet<>();
    for (Step step : study.steps()) {
      if (!step.name().matches("[a-z][a-z0-9-]*") || !names.add(step.name())) {
        throw new IllegalArgumentException(
            "steps: '"
                + step.name()
                + "' must be a name of its own of small letters, digits and '-'");
      }
      int rounds = step.rounds().orElse(1);
      if (rounds < 1 || rounds > ROUNDS_MAX) {
        throw new IllegalArgumentException(
            "step '" + step.name() + "': 'rounds' is a number from 1 to " + ROUNDS_MAX);
      }
      require(step);
    }
  }

  private void requireNumber(Size size, String variable) {
    List<String> given = study.values(size).getOrDefault(variable, List.of("1"));
    if (given.size() != 1 || !given.get(0).matches("[0-9]{1,4}")) {
      throw new IllegalArgumentException(
          "sizes: '"
              + variable
              + "' is a number of rounds from 0 to 9999, in size "
              + size.spelling());
    }
  }

  private void requireParts() {
    for (Claim claim : study.claims()) {
      Step step = stepOf("claim '" + claim.name() + "'", claim.figure());
      requireCells("claim '" + claim.name() + "'", step, claim.of());
      claim.beside().ifPresent(of -> requireCells("claim '" + claim.name() + "'", step, of));
      if (claim.more().isPresent()) {
        requireDifference(claim);
        continue;
      }
      double least = claim.expect() == Claim.Expected.ALIKE ? 1 : Double.MIN_VALUE;
      if (claim.by().isPresent() && claim.beside().isPresent() && claim.factor() < least) {
        throw new IllegalArgumentException(
            "claim '"
                + claim.name()
                + "': 'by' is a factor above 0, and of at least 1 if 'alike' is expected");
      }
      if (claim.by().isEmpty()
          && (claim.beside().isEmpty() || claim.expect() == Claim.Expected.ALIKE)) {
        throw new IllegalArgumentException(
            "claim '"
                + claim.name()
                + "': give 'by', the factor or, without 'beside', the number to compare with");
      }
    }
    for (Study.Picture chart : study.charts()) {
      String place = "chart '" + chart.title() + "'";
      Step step = stepOf(place, chart.figure());
      if (!chart.isCourse()) {
        requireVariable(place, step, chart.over());
      }
      chart.lines().forEach(line -> requireVariable(place, step, line));
    }
    for (Study.Fit fit : study.fits()) {
      String place = "fit '" + fit.name() + "'";
      Step step = stepOf(place, fit.figure());
      requireVariable(place, step, fit.over());
      requireCells(place, step, fit.of());
    }
    study.predictions().forEach(this::require);
  }

  private void require(Prediction prediction) {
    String place = "predict '" + prediction.name() + "'";
    Step step =
        study
            .step(prediction.step())
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        place + ": there is no step '" + prediction.step() + "'; " + theSteps()));
    if (step.kind() != Step.Kind.RUN) {
      throw new IllegalArgumentException(
          place
              + ": step '"
              + step.name()
              + "' is a "
              + step.kind().spelling()
              + ", but demands come from a step that runs a workload ('run: WORKLOAD')");
    }
    requireCells(place, step, prediction.of());
    Set<String> open = new TreeSet<>(step.each());
    open.removeAll(prediction.of().keySet());
    if (!open.isEmpty()) {
      throw new IllegalArgumentException(
          place + ": 'of' must name one cell, so give values to " + open + ", too");
    }
    if (prediction.servers().isEmpty() || prediction.servers().stream().anyMatch(one -> one < 1)) {
      throw new IllegalArgumentException(
          place + ": 'servers' are numbers of servers, each at least 1");
    }
    if (prediction.cores() < 1 || prediction.clients().orElse(1) < 1) {
      throw new IllegalArgumentException(place + ": 'cores' and 'clients' are at least 1");
    }
    if (prediction.link().isPresent() && !(prediction.link().getAsDouble() > 0)) {
      throw new IllegalArgumentException(place + ": 'link' is a rate above 0");
    }
    if (!(prediction.utilisation() > 0 && prediction.utilisation() < 1)) {
      throw new IllegalArgumentException(
          place + ": 'utilisation' is a share between 0 and 1, like 0.7");
    }
  }

  private static void requireDifference(Claim claim) {
    if (claim.beside().isEmpty()
        || claim.by().isPresent()
        || claim.expect() == Claim.Expected.ALIKE
        || !(claim.more().getAsDouble() >= 0)) {
      throw new IllegalArgumentException(
          "claim '"
              + claim.name()
              + "': 'more' is a difference of 0 or more to what is 'beside', without 'by', and"
              + " 'higher' or 'lower' is expected");
    }
  }

  private void require(Step step) {
    String place = "step '" + step.name() + "'";
    Benchmark benchmark = StepRun.benchmark(step);
    for (Size size : Size.values()) {
      Map<String, List<String>> values = study.values(size);
      Map<String, String> scalars = new LinkedHashMap<>(study.scalars(size));
      study.missing().forEach(variable -> scalars.put(variable, "not-given"));
      for (String variable : step.each()) {
        if (!values.containsKey(variable)) {
          throw new IllegalArgumentException(
              place + ": size " + size.spelling() + " gives no values to '" + variable + "'");
        }
      }
      for (Cell cell : step.cells(values)) {
        try {
          Optional<ServersKey> servers = ServersKey.of(study, cell, scalars);
          Map<String, String> options =
              StepRun.options(cell, scalars, aStore(cell, servers), Optional.empty());
          BenchOptions checked = BenchOptions.of(benchmark, options);
          benchmark.requireFitting(checked);
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException(
              place + ", size " + size.spelling() + ": " + e.getMessage(), e);
        }
      }
    }
  }

  /** Returns the URI of a cell's store, or what it may look like. */
  private static String aStore(Cell cell, Optional<ServersKey> servers) {
    if (servers.filter(ServersKey::areThere).isPresent()) {
      String uri = servers.get().uri();
      return servers.get().isDatabase() ? uri : SiblingStores.beside(uri, cell.storeName());
    }
    return servers.flatMap(ServersKey::engine).map(ClusterEngine::label).orElse("rocksdb")
        + "://of-this-cell/store";
  }

  private Step stepOf(String place, String figure) {
    String name = Figures.step(figure);
    return study
        .step(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    place
                        + ": the figure '"
                        + figure
                        + "' must begin with a step and a dot; "
                        + theSteps()));
  }

  private String theSteps() {
    return "the steps are " + study.steps().stream().map(Step::name).toList();
  }

  private void requireVariable(String place, Step step, String variable) {
    if (!step.each().contains(variable)) {
      throw new IllegalArgumentException(
          place
              + ": step '"
              + step.name()
              + "' has no variable '"
              + variable
              + "'; it has "
              + step.each());
    }
  }

  /** A claim may be about cells that only a larger size has, but not about none at all. */
  private void requireCells(String place, Step step, Map<String, String> of) {
    new TreeSet<>(of.keySet()).forEach(variable -> requireVariable(place, step, variable));
    for (Size size : Size.values()) {
      if (step.cells(study.values(size)).stream().anyMatch(cell -> cell.has(of))) {
        return;
      }
    }
    throw new IllegalArgumentException(
        place + ": no size has a cell of step '" + step.name() + "' with " + of);
  }
}
