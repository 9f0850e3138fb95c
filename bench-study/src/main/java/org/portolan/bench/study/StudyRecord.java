package org.portolan.bench.study;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.bench.run.Results;
import org.portolan.bench.statistics.Interval;

/**
 * The content of {@code study.json}: what a study measured, and what follows from it.
 *
 * @param format {@link #FORMAT}
 * @param began the date and time, UTC
 * @param seconds from the beginning to the last round
 * @param machine one line for people
 * @param predictions that could be calculated; none in files of earlier releases
 */
public record StudyRecord(
    int format,
    String study,
    String title,
    String size,
    String began,
    long seconds,
    String machine,
    List<OfCell> cells,
    List<Finding> claims,
    @JsonSetter(nulls = Nulls.AS_EMPTY) List<Forecast> predictions) {
  public static final int FORMAT = 1;
  public static final String NAME = "study.json";

  /**
   * The figures of one cell, of each round.
   *
   * @param notes what a benchmark says of itself; none in files of earlier releases
   */
  public record OfCell(
      String step,
      Map<String, String> values,
      List<Map<String, Double>> rounds,
      @JsonSetter(nulls = Nulls.AS_EMPTY) List<String> notes,
      List<String> failures) {}

  /**
   * A claim and its verdict.
   *
   * @param says the claim in words
   * @param theirs the paper's figure; empty if it gives none
   * @param verdict in words, see {@link Verdict.Word}
   * @param ours what was measured, for the reader
   * @param figure see {@link Verdict#figure}; null if nothing was measured
   * @param low the interval of the figure; null if there is none, as {@code high}
   */
  public record Finding(
      String claim,
      String says,
      String theirs,
      String verdict,
      String ours,
      Double figure,
      Double low,
      Double high) {

    private static Finding of(Verdict verdict) {
      return new Finding(
          verdict.claim().name(),
          verdict.claim().text(),
          verdict.claim().theirs(),
          verdict.word().text(),
          verdict.ours(),
          verdict.figure().orElse(null),
          verdict.interval().map(range -> range.low()).orElse(null),
          verdict.interval().map(range -> range.high()).orElse(null));
    }
  }

  /**
   * A prediction for machines that the study had not, see {@link Prediction}.
   *
   * @param predict its name, with the measurement that it follows from
   * @param machines one line for people
   */
  public record Forecast(
      String predict, String machines, double utilisation, List<OfServers> rows) {

    private static Forecast of(Predicted predicted) {
      return new Forecast(
          predicted.title(),
          predicted.prediction().machines(),
          predicted.prediction().utilisation(),
          predicted.rows().stream().map(OfServers::of).toList());
    }
  }

  /**
   * What is predicted for a number of servers.
   *
   * @param most operations a second, the bound
   * @param low the interval of the bound; null if there is none, as {@code high}
   * @param first what is the first at its limit, in words
   */
  public record OfServers(int servers, double most, Double low, Double high, String first) {
    private static OfServers of(Predicted.OfServers row) {
      return new OfServers(
          row.servers(),
          row.most().value(),
          row.most().interval().map(range -> range.low()).orElse(null),
          row.most().interval().map(range -> range.high()).orElse(null),
          row.firstText());
    }

    /** Returns a share of the bound. */
    Mean at(double utilisation) {
      return new Mean(
              most,
              low == null
                  ? Optional.empty()
                  : Optional.of(new Interval(low, high, Mean.CONFIDENCE)))
          .times(utilisation);
    }
  }

  /** Returns the record of a result. */
  public static StudyRecord of(StudyResult result, List<Verdict> verdicts) {
    return new StudyRecord(
        FORMAT,
        result.study().name(),
        result.study().title(),
        result.size().spelling(),
        result.began(),
        result.seconds(),
        result.machine(),
        result.cells().stream()
            .map(
                one ->
                    new OfCell(
                        one.cell().step().name(),
                        one.cell().values(),
                        one.rounds(),
                        one.notes(),
                        one.failures()))
            .toList(),
        verdicts.stream().map(Finding::of).toList(),
        ServiceDemands.of(result).stream()
            .filter(predicted -> predicted.missing().isEmpty())
            .map(Forecast::of)
            .toList());
  }

  /**
   * Writes {@code study.json} into a directory, whole or not at all.
   *
   * @throws java.io.UncheckedIOException if that fails; the message names the file
   */
  public void write(Path directory) {
    Results.write(directory.resolve(NAME), this);
  }

  /**
   * Reads {@code study.json} of a directory.
   *
   * @throws IllegalArgumentException if it is missing, damaged or of another format
   * @throws java.io.UncheckedIOException if it cannot be read
   */
  public static StudyRecord read(Path directory) {
    if (!Files.isDirectory(directory)) {
      throw new IllegalArgumentException("there is no directory " + directory);
    }
    return Results.read(directory.resolve(NAME), StudyRecord.class, FORMAT);
  }
}
