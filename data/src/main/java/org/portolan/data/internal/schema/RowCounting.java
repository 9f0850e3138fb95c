package org.portolan.data.internal.schema;

import java.util.List;
import org.portolan.design.evolve.Arriving;
import org.portolan.design.evolve.Arriving.Stage;

/**
 * How the rows of an entity are counted for the counters that it gets while applications go on, on
 * an engine of rows. Immutable.
 *
 * <h2>Why it is right</h2>
 *
 * A row is counted if its write state has the mark of the change. At each moment a new counter is
 * the sum of what the counted rows add, since each commit keeps it so: one of a counted row adds
 * the difference that it makes; one that counts its row adds all that the row adds from then on,
 * and sets the mark, both in one conditional change of the row; any other adds nothing. A row whose
 * state is removed was deleted, and adds nothing.
 *
 * <ul>
 *   <li>{@link Stage#FOLLOWED}: no row is counted by these processes, but those of the next stage
 *       count rows, and such rows keep their marks.
 *   <li>{@link Stage#COUNTED}: a commit that knows its row counts it, so all rows that are new are
 *       counted. Each row that there was before is visited once, and counted unless it is.
 *   <li>{@link Stage#IN_FORCE}: each row that adds something is counted. So the difference is all
 *       that a row adds if it is not, and marks are only made for processes one stage behind.
 * </ul>
 *
 * A commit that a process planned before it knew of the change, and that arrives late, finds its
 * condition false: every row was changed when it was counted or visited.
 *
 * @param mark the number in the states of counted rows
 * @param counters the new counters
 */
public record RowCounting(long mark, Stage stage, List<CounterSchema> counters) {
  public RowCounting {
    counters = List.copyOf(counters);
  }

  static RowCounting of(Arriving arriving, List<CounterSchema> counters) {
    return new RowCounting(arriving.mark(), arriving.stage(), counters);
  }

  /** Returns whether a counter is new. */
  public boolean has(String counter) {
    return counters.stream().anyMatch(each -> each.name().equals(counter));
  }

  /**
   * Returns what a commit adds to a new counter if its row is not counted.
   *
   * @param difference between what the row adds before and after
   * @param total what the row adds after the commit; 0 if the commit does not know it
   */
  public long ofUncounted(long difference, long total) {
    return switch (stage) {
      case KNOWN, FOLLOWED -> 0;
      case COUNTED -> total;
      case IN_FORCE -> difference;
    };
  }
}
