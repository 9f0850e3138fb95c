package org.portolan.engine.simulated;

import java.util.ArrayList;
import java.util.List;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Mutation;
import org.portolan.engine.Transaction;
import org.portolan.engine.fixture.PreparedMutation;

/** A transaction that gathers its changes until its commit. */
abstract class GatheringTransaction implements Transaction {
  private final long bytesMax;
  private final List<PreparedMutation> mutations = new ArrayList<>();
  private long bytes;
  private boolean ended;

  /**
   * @param bytesMax the most bytes that all changes together may have
   */
  GatheringTransaction(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  /** Refuses the use of a closed engine. */
  abstract void requireOpen();

  abstract PreparedMutation prepare(Mutation mutation);

  /** Makes a gathered change visible to the reads of this transaction. */
  abstract void gathered(Mutation mutation, PreparedMutation prepared);

  final void requireGoing() {
    requireOpen();
    if (ended) {
      throw new IllegalStateException("the transaction has ended; begin another");
    }
  }

  /** Ends the transaction; returns its changes. */
  final List<PreparedMutation> end() {
    requireGoing();
    ended = true;
    return mutations;
  }

  @Override
  public final void mutate(Mutation mutation) {
    requireGoing();
    if (mutation.condition().isPresent()) {
      throw new IllegalArgumentException(
          "a mutation in a transaction takes no condition: read the row instead; row "
              + mutation.rowKey());
    }
    PreparedMutation prepared = prepare(mutation);
    long sum = bytes + prepared.bytes();
    if (sum > bytesMax) {
      throw new CapabilityException(
          "the changes of a transaction have " + sum + " bytes, at most " + bytesMax + " fit");
    }
    bytes = sum;
    mutations.add(prepared);
    gathered(mutation, prepared);
  }

  @Override
  public final void close() {
    ended = true;
  }
}
