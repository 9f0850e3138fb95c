package org.portolan.data.internal.repaired.read;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.engine.RowKey;

/**
 * Counts for each entity whether the rows put last were new, as most rows are in most applications.
 * If they were, the next row is taken for new without being read. Its commit is made on condition
 * that the row has never been written. If it has, the attempt has changed nothing, and is made once
 * more with the row as it is. If an attempt changes several rows, a wrong guess costs more: some
 * rows are locked in vain. So those that were put are read before the first row is locked; those
 * that were inserted are not, as the write would fail if they were not new. A buffered write takes
 * nothing for new, since a part of it may already be made. Thread-safe.
 */
public final class NewRows {
  private final int enough;

  /** For each entity's table, the number of new rows since the last row that was not new. */
  private final Map<String, Integer> streaks = new ConcurrentHashMap<>();

  /**
   * @param enough the number of new rows in succession after which the next is taken for new
   */
  public NewRows(int enough) {
    this.enough = enough;
  }

  private boolean areLikely(String table) {
    return streaks.getOrDefault(table, 0) >= enough;
  }

  private void met(String table, boolean isNew) {
    int streak = streaks.getOrDefault(table, 0);
    if (!isNew && streak > 0) {
      streaks.put(table, 0);
    } else if (isNew && streak < enough) {
      // If two threads count at the same time, one count may be lost: this is only a guess.
      streaks.put(table, streak + 1);
    }
  }

  /** Returns the guesses of one attempt. */
  public Guesses guesses() {
    return new Guesses(true);
  }

  /** Returns the guesses of an attempt that takes nothing for new. */
  public Guesses none() {
    return new Guesses(false);
  }

  /**
   * The rows that one attempt has put, and those of them that it took for new. Used by one thread.
   */
  public final class Guesses {
    private final boolean admitted;
    private final Set<RowKey> put = new LinkedHashSet<>();
    private final Set<RowKey> made = new LinkedHashSet<>();
    private final Set<RowKey> unconfirmed = new LinkedHashSet<>();
    private final Set<RowKey> inserted = new LinkedHashSet<>();

    private Guesses(boolean admitted) {
      this.admitted = admitted;
    }

    /**
     * Returns whether to take a row for new, which is put and not known yet. One that is inserted
     * is not if others have to be read anyway.
     */
    public boolean admits(RowKey row, boolean isInserted) {
      put.add(row);
      return admitted && areLikely(row.table()) && !(isInserted && !unconfirmedPuts().isEmpty());
    }

    /**
     * Notes that a row was taken for new.
     *
     * @param isInserted whether the write would fail if the row were not new
     */
    public void made(RowKey row, boolean isInserted) {
      made.add(row);
      unconfirmed.add(row);
      if (isInserted) {
        inserted.add(row);
      }
    }

    /** Returns the {@link #unconfirmed} rows that were not inserted. */
    public List<RowKey> unconfirmedPuts() {
      return unconfirmed.stream().filter(row -> !inserted.contains(row)).toList();
    }

    /** Returns the rows taken for new whose states have not been read since. */
    public List<RowKey> unconfirmed() {
      return List.copyOf(unconfirmed);
    }

    /** Notes that these rows were seen to be new. */
    public void confirmed(List<RowKey> rows) {
      unconfirmed.removeAll(rows);
    }

    /** Notes the states in which the attempt found the rows that it puts. */
    public void learn(Map<RowKey, WriteState> states) {
      for (RowKey row : put) {
        WriteState state = states.get(row);
        if (state != null) {
          met(row.table(), !state.exists());
        }
      }
    }

    /**
     * Notes that the attempt conflicted with another writer or was refused, and has changed
     * nothing.
     *
     * @param rows the rows concerned; those taken for new probably are not new
     * @return whether any of them was taken for new, so that the attempt is worth repeating
     */
    public boolean haveFailed(Set<RowKey> rows) {
      boolean any = false;
      for (RowKey row : made) {
        if (rows.contains(row)) {
          met(row.table(), false);
          any = true;
        }
      }
      return any;
    }

    /** Returns all rows taken for new. */
    public Set<RowKey> all() {
      return Set.copyOf(made);
    }
  }
}
