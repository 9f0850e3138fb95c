package org.portolan.bench.study;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.bench.Benchmarks;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.run.Manifest;
import org.portolan.bench.run.RunResult;
import org.portolan.bench.search.SearchBenchmark;
import org.portolan.bench.search.SearchFile;

/** Runs one cell of a step, once. Stateless. */
final class StepRun {
  private static final String OUT = "out";
  private static final String CLUSTER = "cluster";
  private static final String OUTPUT = "output.txt";
  private static final String NOTE = "note: ";

  private StepRun() {}

  /**
   * The end of one measurement.
   *
   * @param figures by name
   * @param notes for people
   * @param failure what went wrong; figures of a run that failed are those until then
   */
  record Measured(Map<String, Double> figures, List<String> notes, Optional<String> failure) {}

  /**
   * Returns what a step runs.
   *
   * @throws IllegalArgumentException if there is no benchmark or workload of its name
   */
  static Benchmark benchmark(Step step) {
    return switch (step.kind()) {
      case RUN, BENCHMARK -> Benchmarks.of(step.subject());
      case SEARCH -> new SearchBenchmark(Benchmarks.workload(step.subject()));
    };
  }

  /**
   * Returns the options of a cell.
   *
   * @param scalars the variables with one value
   * @param store the URI of the cell's own store, the variable {@code $store}
   * @param cluster the directory of its servers, so that their processor time is sampled
   */
  static Map<String, String> options(
      Cell cell, Map<String, String> scalars, String store, Optional<Path> cluster) {
    Map<String, String> more = new LinkedHashMap<>(scalars);
    more.put("store", store);
    Map<String, String> options = new LinkedHashMap<>();
    cell.step().options().forEach((name, value) -> options.put(name, cell.filled(value, more)));
    cluster
        .filter(any -> has(benchmark(cell.step()), CLUSTER))
        .ifPresent(directory -> options.putIfAbsent(CLUSTER, directory.toString()));
    return options;
  }

  /**
   * Measures.
   *
   * @param directory for its files, new
   */
  static Measured measure(Cell cell, Map<String, String> options, Path directory, LiveLine live) {
    Benchmark benchmark = benchmark(cell.step());
    Map<String, String> given = new LinkedHashMap<>(options);
    boolean keepsFiles = has(benchmark, OUT);
    if (keepsFiles) {
      given.put(OUT, directory.toString());
    }
    StringWriter output = new StringWriter();
    Optional<String> failure = Optional.empty();
    try (PrintWriter out = new PrintWriter(output)) {
      benchmark.run(BenchOptions.of(benchmark, given), out, live);
    } catch (BenchmarkFailedException e) {
      failure = Optional.of(e.getMessage());
    }
    write(directory, output.toString());
    if (cell.step().kind() == Step.Kind.SEARCH) {
      return new Measured(Figures.of(SearchFile.read(directory)), List.of(), failure);
    }
    return new Measured(
        keepsFiles && Manifest.isIn(directory)
            ? Figures.of(RunResult.read(directory))
            : Figures.ofSummary(output.toString()),
        notes(output.toString()),
        failure);
  }

  /** Returns the lines of an output that begin with {@value #NOTE}, without it. */
  private static List<String> notes(String output) {
    return output
        .lines()
        .filter(line -> line.startsWith(NOTE))
        .map(line -> line.substring(NOTE.length()))
        .toList();
  }

  private static boolean has(Benchmark benchmark, String parameter) {
    return benchmark.parameters().stream().map(Parameter::name).anyMatch(parameter::equals);
  }

  private static void write(Path directory, String output) {
    try {
      Files.createDirectories(directory);
      Files.writeString(directory.resolve(OUTPUT), output);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + directory.resolve(OUTPUT), e);
    }
  }
}
