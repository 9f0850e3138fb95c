package org.portolan.data;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a store object does in the background, and what waits for it, at one moment. These are
 * figures of this process alone; other processes at the same store have their own. Immutable.
 *
 * @param tasks the background tasks of this store object
 * @param waiting the work that waits
 * @param session the session of this process; empty on an {@link Store.Guarantee#ATOMIC} store,
 *     before this process's first write, and from the moment when other processes have ended the
 *     session until the next write begins another one
 * @param sweeps the sweeps; empty on an {@code ATOMIC} store
 */
public record StoreActivity(
    List<Task> tasks, Waiting waiting, Optional<Session> session, Optional<Sweeps> sweeps) {

  public StoreActivity {
    tasks = List.copyOf(tasks);
  }

  /**
   * A background task.
   *
   * @param name the name of its thread
   * @param running whether the task still runs; false once the store is closed, or after an error
   * @param failures the steps that have failed so far
   * @param failuresInRow the steps that have failed since the last one that succeeded
   * @param lastFailure the message of the latest of {@code failuresInRow}; empty if there is none
   */
  public record Task(
      String name,
      boolean running,
      long failures,
      int failuresInRow,
      Optional<String> lastFailure) {}

  /**
   * Work that waits for a background task.
   *
   * @param outboxes rows of an engine of rows whose derived changes are all made, and whose outbox
   *     is to be cleared; some thousand are usual under load
   * @param unfinished rows whose derived changes could not be made yet, or whose commit had an
   *     unknown outcome; they are tried again until they are finished
   * @param deltas values of indexes whose delta buckets are to be merged
   */
  public record Waiting(int outboxes, int unfinished, int deltas) {
    /** The rows that may wait, of both kinds together; beyond, writers wait for the cleaner. */
    public static final int ROWS_MAX = 20_000;

    public static final Waiting NOTHING = new Waiting(0, 0, 0);

    public int rows() {
      return outboxes + unfinished;
    }
  }

  /**
   * The session of this process on an engine of rows.
   *
   * @param lease how long the session still counts as alive without a renewal; zero if it was not
   *     renewed in time: then the next write renews it first
   * @param oldestWrite the age, by the wall clock, of the oldest write of this process that is
   *     under way, waits for its outbox to be cleared, or is unfinished; zero if there is none.
   *     Counters are folded up to this write only
   */
  public record Session(Duration lease, Duration oldestWrite) {}

  /**
   * The sweeps of this store object.
   *
   * @param last the result of the last sweep that ended; empty if none has
   * @param since the time since it ended, or since the store was opened
   * @param interval the mean wait between two sweeps; zero if the store makes none by itself
   * @param pendingFor for how long every sweep has left something to a later one; zero if the last
   *     one has not. A row that cannot be finished keeps all processes from folding counters
   */
  public record Sweeps(
      Optional<SweepResult> last, Duration since, Duration interval, Duration pendingFor) {
    private static final Duration SLACK = Duration.ofMinutes(1);

    /**
     * Returns whether the store should have made a sweep by itself long ago: four intervals and a
     * minute.
     */
    public boolean overdue() {
      return !interval.isZero() && since.compareTo(interval.multipliedBy(4).plus(SLACK)) > 0;
    }
  }
}
