package org.portolan.data.internal.repaired;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.portolan.engine.RowKey;

/**
 * Tells, entity by entity, whether the rows that are put have lately been new ones, as most are in
 * most applications: then the next one is taken for new without being read. Its commit is made on
 * condition that nobody has ever written the row; where somebody has, the attempt has changed
 * nothing, and is made once more with the row as it is. Thread-safe.
 */
final class NewRows {
  /** So many new rows in a row make the next one likely new. */
  private static final int ENOUGH = 4;

  /** How many rows of an entity's table were new since one was not. */
  private final Map<String, Integer> streaks = new ConcurrentHashMap<>();

  private boolean areLikely(String table) {
    return streaks.getOrDefault(table, 0) >= ENOUGH;
  }

  private void met(String table, boolean isNew) {
    int streak = streaks.getOrDefault(table, 0);
    if (!isNew && streak > 0) {
      streaks.put(table, 0);
    } else if (isNew && streak < ENOUGH) {
      // Two that count at once count as one: it is a guess.
      streaks.put(table, streak + 1);
    }
  }

  /** Returns what one attempt takes for new. */
  Guesses guesses() {
    return new Guesses(true);
  }

  /** Returns that of an attempt which takes nothing for new, since another has failed so. */
  Guesses none() {
    return new Guesses(false);
  }

  /** The rows that one attempt has put, and those it took for new. Used by one thread. */
  final class Guesses {
    private final boolean admitted;
    private final Set<RowKey> put = new LinkedHashSet<>();
    private final Set<RowKey> made = new LinkedHashSet<>();
    private final Set<RowKey> unconfirmed = new LinkedHashSet<>();

    private Guesses(boolean admitted) {
      this.admitted = admitted;
    }

    /** Returns whether to take a row for new that is put and of which nothing is known. */
    boolean make(RowKey row) {
      put.add(row);
      if (!admitted || !areLikely(row.table())) {
        return false;
      }
      made.add(row);
      unconfirmed.add(row);
      return true;
    }

    boolean isEmpty() {
      return made.isEmpty();
    }

    /** Returns the rows taken for new since this was asked last. */
    List<RowKey> takeUnconfirmed() {
      List<RowKey> rows = List.copyOf(unconfirmed);
      unconfirmed.clear();
      return rows;
    }

    /** Says as what state the attempt has found the rows, those taken for new included. */
    void learn(Map<RowKey, WriteState> states) {
      for (RowKey row : put) {
        WriteState state = states.get(row);
        if (state != null) {
          met(row.table(), !state.exists());
        }
      }
    }

    /** Says that the attempt met somebody, perhaps since a row was not new. */
    void failed() {
      made.forEach(row -> met(row.table(), false));
    }
  }
}
