package org.portolan.bench.search;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.portolan.bench.run.Manifest;
import org.portolan.bench.run.Results;
import org.portolan.bench.search.SearchResult.End;
import org.portolan.bench.telemetry.Figure;
import org.portolan.bench.telemetry.TelemetrySummary;

/**
 * The content of {@code search.json}. It is written again after each probe, so whenever the process
 * dies, the file is whole and shows how far the search had come. Names include units.
 *
 * @param format {@link #FORMAT}
 * @param passes null if no load passed
 * @param fails null if no load failed
 * @param options as typed, defaults resolved
 */
public record SearchFile(
    int format,
    String started,
    String workload,
    Map<String, String> options,
    Map<String, String> configuration,
    String machine,
    SearchSpec.Axis by,
    double percent,
    double withinMs,
    double confidence,
    End end,
    String answer,
    Double passes,
    Double fails,
    boolean confirmed,
    List<String> notes,
    List<Probe> probes) {
  public static final int FORMAT = 1;
  public static final String NAME = "search.json";

  /**
   * Verifies the values that a search cannot have had.
   *
   * @throws IllegalArgumentException if there is one
   */
  public SearchFile {
    if (!(withinMs > 0)) {
      throw new IllegalArgumentException("key withinMs must be above 0, but is " + withinMs);
    }
  }

  /**
   * One probe.
   *
   * @param percentInTime of all probes of this load so far
   * @param clientMicros processor time of the generator for an operation; null if not sampled, like
   *     the following
   * @param serverMicros processor time of the servers for an operation
   * @param imbalance the most requests that one server had, divided by the mean of all servers
   * @param directory the directory of the run, relative to the search's; null if it was not kept
   */
  public record Probe(
      int number,
      Step.Purpose purpose,
      double load,
      double seconds,
      double settledSeconds,
      double throughput,
      double p50Ms,
      double p95Ms,
      double p99Ms,
      double percentInTime,
      double percentLow,
      double percentHigh,
      long failures,
      Judgement.Verdict verdict,
      String reason,
      Double clientMicros,
      Double serverMicros,
      Double imbalance,
      @JsonSetter(nulls = Nulls.SET) String directory) {

    static Probe of(Step step) {
      ProbeOutcome outcome = step.outcome();
      Judgement judgement = step.judgement();
      return new Probe(
          step.number(),
          step.purpose(),
          outcome.load(),
          outcome.length().toMillis() / 1e3,
          step.settled().waited().toMillis() / 1e3,
          outcome.throughput(),
          outcome.median() / 1e6,
          outcome.response95() / 1e6,
          outcome.response99() / 1e6,
          100 * judgement.share(),
          100 * judgement.interval().low(),
          100 * judgement.interval().high(),
          outcome.failures(),
          judgement.verdict(),
          judgement.reason(),
          TelemetrySummary.rounded(outcome.beside().clientMicrosPerOperation(), 1),
          TelemetrySummary.rounded(outcome.beside().serverMicrosPerOperation(), 1),
          TelemetrySummary.rounded(outcome.beside().imbalance(Figure.READS, Figure.WRITES), 1),
          outcome.directory().isEmpty() ? null : outcome.directory());
    }
  }

  /**
   * Returns the file of a search as far as it has come.
   *
   * @param begun when the search began
   * @param machine one line for people
   */
  static SearchFile of(Manifest begun, String machine, SearchResult result) {
    return new SearchFile(
        FORMAT,
        begun.started(),
        begun.workload(),
        begun.options(),
        begun.configuration(),
        machine,
        result.spec().by(),
        100 * result.spec().share(),
        result.spec().within().toNanos() / 1e6,
        result.spec().confidence(),
        result.end(),
        result.text(),
        result.passes().isPresent() ? result.passes().getAsDouble() : null,
        result.fails().isPresent() ? result.fails().getAsDouble() : null,
        result.confirmed(),
        result.notes(),
        result.steps().stream().map(Probe::of).toList());
  }

  /**
   * Writes {@code search.json} into a directory, whole or not at all.
   *
   * @throws UncheckedIOException if that fails; the message names the file
   */
  public void write(Path directory) {
    Results.write(directory.resolve(NAME), this);
  }

  /**
   * Reads {@code search.json} of a directory.
   *
   * @throws IllegalArgumentException if it is damaged or of another format
   * @throws UncheckedIOException if it cannot be read
   */
  public static SearchFile read(Path directory) {
    return Results.read(directory.resolve(NAME), SearchFile.class, FORMAT);
  }
}
