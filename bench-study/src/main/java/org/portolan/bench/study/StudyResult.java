package org.portolan.bench.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a study measured. Immutable.
 *
 * @param machine one line for people
 * @param began the date and time, UTC
 * @param seconds from the beginning to the last round
 * @param cells in the order of the study
 */
public record StudyResult(
    Study study, Size size, String machine, String began, long seconds, List<OfCell> cells) {

  /**
   * The measurements of one cell.
   *
   * @param rounds the figures of each round, by name
   * @param notes what a benchmark says of itself, with its round
   * @param failures what went wrong, with its round
   */
  public record OfCell(
      Cell cell, List<Map<String, Double>> rounds, List<String> notes, List<String> failures) {
    public OfCell {
      rounds = List.copyOf(rounds);
      notes = List.copyOf(notes);
      failures = List.copyOf(failures);
    }

    /** Returns the measurements of a figure, of those rounds that have it. */
    public double[] all(String figure) {
      return rounds.stream()
          .filter(round -> round.containsKey(figure))
          .mapToDouble(round -> round.get(figure))
          .toArray();
    }
  }

  public StudyResult {
    cells = List.copyOf(cells);
  }

  /** Returns the cells of a step. */
  public List<OfCell> of(Step step) {
    return cells.stream().filter(one -> one.cell().step().equals(step)).toList();
  }

  /** Returns the cells of a step with some values. */
  List<OfCell> of(Step step, Map<String, String> values) {
    return of(step).stream().filter(one -> one.cell().has(values)).toList();
  }

  /** Returns what the measurements of a step say of themselves. */
  List<String> notes(Step step) {
    return of(step).stream()
        .flatMap(one -> one.notes().stream().map(note -> one.cell().text() + ", " + note))
        .toList();
  }

  /** Returns what went wrong in which cells. */
  public List<String> failures() {
    List<String> failures = new ArrayList<>();
    for (OfCell one : cells) {
      String place = one.cell().step().name() + ", " + one.cell().text() + ": ";
      one.failures().forEach(failure -> failures.add(place + failure));
    }
    return failures;
  }
}
