package org.portolan.data.internal.write;

import org.portolan.engine.Mutation;
import org.portolan.engine.Reader;
import org.portolan.engine.RowKey;

/** The target of the changes of one attempt of a write. Used by one thread. */
public interface WriteTarget {

  /** Returns the reader of the attempt, which sees the changes made so far. */
  Reader reader();

  /**
   * Takes a change of a row of an entity, or of items of one of its collections.
   *
   * @param owner the row of the entity
   */
  void change(RowKey owner, Mutation mutation);

  /**
   * Notes, before a row of an entity is read or changed, that the next change of it changes no
   * other row. There may still be derived changes, from an earlier write or from another change.
   */
  default void alone(RowKey owner) {}

  /**
   * Returns whether a row that is put may be taken for new, so that it need not be read. If the row
   * has been written before, the attempt will not commit.
   *
   * @param inserted whether the write fails if the row is not new: then it nearly always is
   */
  default boolean isTakenForNew(RowKey owner, boolean inserted) {
    return false;
  }

  /**
   * Returns whether a row of an entity is known never to have been written before this attempt, nor
   * any item of it. If it has been, the attempt will not commit.
   */
  default boolean isNew(RowKey owner) {
    return false;
  }

  /** Returns whether an attempt that fails may leave some of its rows changed. */
  default boolean mayLeaveParts() {
    return false;
  }

  /** Returns whether the write conflicts if a row that it has only read changes before it ends. */
  default boolean validatesReads() {
    return true;
  }

  /**
   * Returns a reader that shows rows as they are now, or conflicts if they have changed since this
   * attempt first read them. Where reads are validated, any reader is as good.
   */
  default Reader anew() {
    return reader();
  }

  /** Returns the derived changes of a row of an entity, to be added to. */
  DerivedChanges derived(RowKey owner);
}
