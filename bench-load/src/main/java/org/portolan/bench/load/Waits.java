package org.portolan.bench.load;

import org.HdrHistogram.Histogram;

/** The waiting times so far of operations that were due and have not ended. */
final class Waits {
  /**
   * The most starts that are taken from the schedule. At a high rate the whole schedule would take
   * longer than the run.
   */
  private static final int STARTS_MAX = 10_000_000;

  private final Histogram waits = Latencies.histogram();
  private final Recording recording;
  private final long now;

  /**
   * @param now the end of the run
   */
  Waits(Recording recording, long now) {
    this.recording = recording;
    this.now = now;
  }

  Histogram histogram() {
    return waits;
  }

  /** Adds an operation, or several with almost the same intended start, if it is measured. */
  void add(long intended, long count) {
    if (recording.measured(intended)) {
      Latencies.record(waits, now - intended, count);
    }
  }

  /**
   * Adds the operations that no worker took. Starts at a rate that are more than {@value
   * #STARTS_MAX} count in groups, as many as are due by the rate.
   *
   * @param end of the measured time
   */
  void addNotTaken(Schedule schedule, Drive drive, long end) {
    long taken = 0;
    for (long intended = schedule.next(0); intended < end; intended = schedule.next(0)) {
      add(intended, 1);
      taken++;
      if (taken == STARTS_MAX && drive instanceof Drive.Open open) {
        addByRate(intended, end, open.ratePerSecond() / 1e9);
        return;
      }
    }
  }

  private void addByRate(long from, long end, double perNano) {
    long due = Math.round((end - from) * perNano);
    long group = due / STARTS_MAX + 1;
    for (long number = 0; number < due; number += group) {
      add(from + Math.round(number / perNano), Math.min(group, due - number));
    }
  }
}
