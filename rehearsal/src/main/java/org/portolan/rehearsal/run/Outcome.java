package org.portolan.rehearsal.run;

import java.util.List;

/**
 * What the execution of a statement showed.
 *
 * @param executed whether it was executed
 * @param reason why it was not; empty if it was
 * @param trips the calls to the engine, one after the other
 * @param rowsRead the rows of the store's tables that were read: rows, entries, parts of counters
 * @param rowsWritten the rows of the store's tables that were written, entries of indexes too
 * @param bytes those read and written, without those of counters that were read
 * @param found the rows that the last read found
 * @param tripsEstimated what the proposal says
 * @param faults what was wrong: rows that a plain evaluation does not give
 */
public record Outcome(
    boolean executed,
    String reason,
    long trips,
    long rowsRead,
    long rowsWritten,
    long bytes,
    long found,
    long tripsEstimated,
    List<String> faults) {

  public Outcome {
    faults = List.copyOf(faults);
  }

  /** Returns the outcome of a statement that was not executed, with the reason for people. */
  public static Outcome notExecuted(String reason) {
    return new Outcome(false, reason, 0, 0, 0, 0, 0, 0, List.of());
  }

  /** Returns whether it was executed as the proposal says. */
  public boolean isAsEstimated() {
    return executed && faults.isEmpty() && trips == tripsEstimated;
  }
}
