package org.portolan.engine;

/**
 * An optimistic transaction. It reads the state committed when it began, and its own writes on top.
 * {@link #commit} succeeds only if no row part (family of columns, item or counter) that it got by
 * key or changed was committed by somebody else in the meantime; additions to counters conflict
 * with nothing where {@link Capabilities#atomicAdd} is {@code WITHOUT_CONFLICT}. What only a scan
 * or a range of items has read is not validated, and a transaction that changes nothing always
 * commits: it has read one moment. Once committed, failed or closed, it refuses everything but
 * {@link #close} with an {@link IllegalStateException}. Used by one thread at a time.
 */
public interface Transaction extends Reader, AutoCloseable {

  /**
   * Adds a change of one row to this transaction.
   *
   * @throws IllegalArgumentException if the mutation carries a condition; read the row instead
   */
  void mutate(Mutation mutation);

  /**
   * Makes all changes at once and as durable as asked for at the beginning.
   *
   * @throws ConflictException if another transaction got in between; nothing is changed
   * @throws OutcomeUnknownException if the engine cannot tell
   */
  void commit();

  /** Ends the transaction; without a commit before, nothing is changed. */
  @Override
  void close();
}
