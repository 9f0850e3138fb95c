package org.portolan.engine;

/**
 * An optimistic transaction. Its reads see its own writes. Once committed, failed or closed, it
 * refuses everything but {@link #close} with an {@link IllegalStateException}. Used by one thread
 * at a time.
 *
 * <p>With {@link Capabilities#snapshotReads} it reads the state committed when it began. {@link
 * #commit} succeeds only if no other writer has since committed a change of a row part (family of
 * columns, item or counter) that the transaction got by key or changed. A transaction that changes
 * nothing always commits: all its reads are from one moment.
 *
 * <p>Without snapshot reads, it reads the newest state of a row part at the first get, and the same
 * value again later. The parts may be from different moments until {@link #commit} succeeds. A
 * commit succeeds only if all parts that were got are then unchanged, even if the transaction
 * changes nothing. If the transaction only changed a part and did not get it, the part conflicts
 * with nothing.
 *
 * <p>In both cases, data read only by a scan or a range of items is not validated, additions to
 * counters conflict with nothing where {@link Capabilities#atomicAdd} is {@code WITHOUT_CONFLICT},
 * and where {@link Capabilities#keyOrder} is {@code NONE} a scan shows the committed state, without
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
   * Checks that all parts that were got are from one moment; changes nothing. Call it after the
   * work has failed: perhaps it failed only because the parts never existed together. With {@link
   * Capabilities#snapshotReads} they always did.
   *
   * @throws ConflictException if a part that was got has changed since; a commit would then
   *     conflict too
   */
  void validate();

  /**
   * Makes all changes at once, as durable as requested at the beginning.
   *
   * @throws ConflictException if another write conflicts with this transaction; nothing is changed
   * @throws OutcomeUnknownException if the engine cannot tell
   */
  void commit();

  /** Ends the transaction; without a commit before, nothing is changed. */
  @Override
  void close();
}
