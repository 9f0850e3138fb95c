package org.portolan.engine.simulated;

import java.util.ArrayList;
import java.util.List;
import org.portolan.engine.fixture.PreparedMutation;
import org.portolan.engine.fixture.Stamp;

/**
 * The conditional writes of a partition that some servers have accepted, the oldest first; they may
 * not be committed yet. The next round completes the newest write that it sees.
 */
final class PaxosPartition {
  private final List<Proposal> proposals = new ArrayList<>();

  /** An accepted change. */
  static final class Proposal {
    final PreparedMutation mutation;
    final List<Stamp> stamps;
    final int acceptors;
    boolean committed;

    /** The copies that have the change after it is committed. */
    int copies;

    Proposal(PreparedMutation mutation, List<Stamp> stamps, int acceptors) {
      this.mutation = mutation;
      this.stamps = stamps;
      this.acceptors = acceptors;
    }
  }

  void accepted(Proposal proposal) {
    proposals.add(proposal);
  }

  /**
   * Notes that a proposal is decided. Every other is void, also one accepted after it: the round
   * that decides proposes it anew, with a ballot that is newer than theirs, and each later round
   * sees a server that has accepted that.
   */
  void committed(Proposal proposal) {
    proposal.committed = true;
    proposals.removeIf(other -> other != proposal);
  }

  /** Returns the newest proposal that any of the given servers knows; null if there is none. */
  Proposal seenBy(int servers) {
    for (int index = proposals.size() - 1; index >= 0; index--) {
      Proposal proposal = proposals.get(index);
      if (proposal.committed || (proposal.acceptors & servers) != 0) {
        return proposal;
      }
    }
    return null;
  }
}
