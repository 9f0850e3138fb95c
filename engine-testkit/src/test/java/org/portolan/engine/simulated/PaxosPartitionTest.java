package org.portolan.engine.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.portolan.engine.simulated.PaxosPartition.Proposal;

/** Which conditional write a round completes. */
class PaxosPartitionTest {
  private static final int FIRST = 0b001;
  private static final int SECOND = 0b010;
  private static final int ALL = 0b111;

  private final PaxosPartition partition = new PaxosPartition();

  private Proposal accepted(int servers) {
    Proposal proposal = new Proposal(null, List.of(), servers);
    partition.accepted(proposal);
    return proposal;
  }

  @Test
  void seenBy_severalAccepted_isTheNewestThatTheServersKnow() {
    Proposal older = accepted(FIRST);
    Proposal newer = accepted(SECOND);
    assertThat(partition.seenBy(FIRST)).isSameAs(older);
    assertThat(partition.seenBy(SECOND)).isSameAs(newer);
    assertThat(partition.seenBy(ALL)).isSameAs(newer);
    assertThat(partition.seenBy(0b100)).isNull();
  }

  /** A round that did not see the newer one has completed the older one with a newer ballot. */
  @Test
  void committed_olderOfTwo_makesTheNewerVoid() {
    Proposal older = accepted(FIRST);
    accepted(SECOND);
    partition.committed(older);
    assertThat(partition.seenBy(SECOND)).isSameAs(older);
    assertThat(partition.seenBy(0b100)).isSameAs(older);
  }
}
