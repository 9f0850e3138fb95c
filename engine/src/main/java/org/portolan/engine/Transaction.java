package org.portolan.engine;

/**
 * An optimistic transaction. Its own writes lie on top of what it reads. Once committed, failed or
 * closed, it refuses everything but {@link #close} with an {@link IllegalStateException}. Used by
 * one thread at a time.
 *
 * <p>With {@link Capabilities#snapshotReads} it reads the state committed when it began. {@link
 * #commit} succeeds only if no row part (family of columns, item or counter) that it got by key or
 * changed was committed by somebody else in the meantime; one that changes nothing always commits:
 * it has read one moment.
 *
 * <p>Without them it reads what is newest when it first gets a row part, and the same again later;
 * what it got may be of different moments until {@link #commit} succeeds, which it does only if all
 * that was got is then still so, also if nothing is changed. A part that it only changed conflicts
 * with nothing.
 *
 * <p>In both cases what only a scan or a range of items has read is not validated, additions to
 * counters conflict with nothing where {@link Capabilities#atomicAdd} is {@code WITHOUT_CONFLICT},
 * and where {@link Capabilities#keyOrder} is {@code NONE} a scan shows what is committed, without
 * the transaction's own writes.
 */
public interface Transaction extends Reader, AutoCloseable {

  /**
   * Adds a change of one row to this transaction.
   *
   * @throws IllegalArgumentException if the mutation carries a condition; read the row instead
   */
  void mutate(Mutation mutation);

  /**
   * Returns if all that was got was of one moment; changes nothing. For work that has failed: it
   * may have failed only because what it got never stood together. With {@link
   * Capabilities#snapshotReads} it always did.
   *
   * @throws ConflictException if some of what was got has changed since, so that a commit would
   *     conflict too
   */
  void validate();

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
