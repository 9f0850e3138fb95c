package org.portolan.follow;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.portolan.follow.FollowedDatabase.Mark;

/**
 * Ends of the log as the database tells them from time to time: how far back the first of them lies
 * that the store has not reached is the lag. Used by one thread.
 */
final class Marks {
  private static final long EVERY_NANOS = 250_000_000L;
  private static final int COUNT_MAX = 10_000;

  private final FollowedDatabase database;
  private final Deque<Mark> marks = new ArrayDeque<>();
  private long nextNanos = System.nanoTime();
  private boolean lagKnown;

  Marks(FollowedDatabase database) {
    this.database = database;
  }

  /** Asks for the end of the log, if it is time. */
  void take() {
    long now = System.nanoTime();
    // After a long pause some are enough to know where we are.
    if (now - nextNanos >= 0 && marks.size() < COUNT_MAX) {
      marks.addLast(database.mark());
      nextNanos = now + EVERY_NANOS;
    }
  }

  /** Asks for the end of the log once more, and for no other: only this one is to be reached. */
  void takeLast() {
    Mark end = database.mark();
    marks.clear();
    marks.addLast(end);
    nextNanos = System.nanoTime() + TimeUnit.DAYS.toNanos(1);
  }

  /** Notes that the store has these records of the log. */
  void passed(List<LogRecord> records) {
    while (!marks.isEmpty() && isReached(records, marks.peekFirst())) {
      Mark unused = marks.removeFirst();
      lagKnown = true;
    }
  }

  private boolean isReached(List<LogRecord> records, Mark mark) {
    for (int last = records.size() - 1; last >= 0; last--) {
      if (database.reaches(records.get(last), mark)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the store has everything up to the last mark. */
  boolean areReached() {
    return marks.isEmpty();
  }

  /** Returns whether any mark was reached. */
  boolean isLagKnown() {
    return lagKnown;
  }

  /** Returns the age of the oldest end of the log that was seen and is not in the store yet. */
  long lagNanos() {
    return marks.isEmpty() ? 0 : System.nanoTime() - marks.peekFirst().takenNanos();
  }
}
