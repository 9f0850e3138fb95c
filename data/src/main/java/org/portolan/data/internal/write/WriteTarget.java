package org.portolan.data.internal.write;

import org.portolan.engine.Mutation;
import org.portolan.engine.Reader;
import org.portolan.engine.RowKey;

/** Where one attempt of a write leaves what it does. Used by one thread. */
public interface WriteTarget {

  /** Returns the reads of the attempt, which see what it has changed so far. */
  Reader reader();

  /**
   * Takes a change of a row of an entity, or of items of one of its collections.
   *
   * @param owner the row of the entity
   */
  void change(RowKey owner, Mutation mutation);

  /**
   * Says, before a row of an entity is read or changed, that the next change of it concerns this
   * row alone: nothing follows in others. It may still turn out that something does, from an
   * earlier write or from another change.
   */
  default void alone(RowKey owner) {}

  /**
   * Returns whether a row that is put may be taken for one that nobody has ever written, so that it
   * need not be read: if somebody has, the attempt will not commit.
   */
  default boolean isTakenForNew(RowKey owner) {
    return false;
  }

  /** Returns where to gather what follows from changes of a row of an entity. */
  DerivedChanges derived(RowKey owner);
}
