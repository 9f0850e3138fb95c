package org.portolan.data.internal.auto;

import java.util.List;
import java.util.Optional;
import org.portolan.design.Design;
import org.portolan.types.Tuple;

/** What {@link AutoTask} needs of its store. Used by its thread. */
public interface AutoStore {
  Design design();

  /** Returns the epoch of the design. */
  long epoch();

  /** Returns whether a thread of this process changes the design. */
  boolean isChanging();

  /** Completes a move that another process has begun, and died. */
  void goOn();

  /** Looks at the first members of a value, which is given as it is stored. */
  Look look(String index, Tuple value, int membersMax);

  /** Returns the number of entries of an index, exactly or as far as a bounded count came. */
  long entries(String index);

  /**
   * Moves the index that has another layout in this design than in that of the store.
   *
   * @param epoch that of the store's design; if it has another one, nothing is changed
   * @throws org.portolan.data.DataException if it has
   */
  List<String> evolve(Design design, long epoch);

  /** As {@link org.portolan.data.Store#note(String)}. */
  Optional<String> note(String name);

  /** As {@link org.portolan.data.Store#note(String, String)}. */
  void note(String name, String text);

  /**
   * Members that were read.
   *
   * @param bytes their size in all
   */
  record Look(int members, long bytes) {}
}
