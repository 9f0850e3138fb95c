package org.portolan.advisor.log;

/**
 * A statement that a log says was executed.
 *
 * @param text the statement as it is logged
 * @param line the line of the file where it begins, from 1; 0 if a database counted it
 * @param times how often it was executed; 1 unless a file of SQL gives a weight
 * @param seconds how long it took, in the mean if it was executed several times; negative if the
 *     log does not tell
 * @param secondsMax how long the longest execution took; negative if the log does not tell
 * @param rowsSent the rows it returned; negative if the log does not tell
 * @param rowsExamined the rows it read; negative if the log does not tell
 * @param epochMillis when it was logged, without regard to time zones; negative if not told
 * @param cut whether the log holds only its beginning, or only that was kept
 */
public record LogStatement(
    String text,
    long line,
    long times,
    double seconds,
    double secondsMax,
    long rowsSent,
    long rowsExamined,
    long epochMillis,
    boolean cut) {

  static LogStatement of(String text, long line, double seconds, long epochMillis, boolean cut) {
    return new LogStatement(text, line, 1, seconds, seconds, -1, -1, epochMillis, cut);
  }

  /** Returns this statement with another text. */
  public LogStatement with(String other) {
    return new LogStatement(
        other, line, times, seconds, secondsMax, rowsSent, rowsExamined, epochMillis, cut);
  }

  LogStatement withSeconds(double taken) {
    return new LogStatement(
        text, line, times, taken, taken, rowsSent, rowsExamined, epochMillis, cut);
  }
}
