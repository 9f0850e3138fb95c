package org.portolan.advisor.workload;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.portolan.advisor.sql.Dialect;
import org.portolan.advisor.sql.NumberPlaces;

/**
 * Statements that differ only in their values.
 *
 * @param text the template
 * @param operation the operation that a leading comment named; empty if none did
 * @param count how often the statements were executed
 * @param timed of these, how many have a known time
 * @param seconds the sum of the known times
 * @param secondsMax the longest known time
 * @param rowsSent the rows returned, if the log tells
 * @param rowsExamined the rows read, if the log tells
 * @param numbers which of the values are numbers in any of the statements
 * @param examples the first statements, with the places where they are logged
 */
public record StatementTemplate(
    String text,
    String operation,
    StatementKind kind,
    Dialect dialect,
    long count,
    long timed,
    double seconds,
    double secondsMax,
    OptionalLong rowsSent,
    OptionalLong rowsExamined,
    NumberPlaces numbers,
    List<Example> examples) {

  /**
   * A statement as it was logged.
   *
   * @param text its beginning, with its values
   * @param whole whether {@code text} is all of it
   * @param line the line in the file, from 1; 0 if a database counted the statement
   */
  public record Example(String text, boolean whole, String file, long line) {
    /** Returns the place, as {@code FILE:LINE}, or {@code FILE} if there is no line. */
    public String place() {
      return line == 0 ? file : file + ":" + line;
    }
  }

  public StatementTemplate {
    examples = List.copyOf(examples);
  }

  /** Returns the mean of the known times. */
  public OptionalDouble secondsMean() {
    return timed == 0 ? OptionalDouble.empty() : OptionalDouble.of(seconds / timed);
  }
}
