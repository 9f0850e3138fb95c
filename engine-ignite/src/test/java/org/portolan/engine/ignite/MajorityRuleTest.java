package org.portolan.engine.ignite;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;

/** Which servers count, for the views of a cluster during a split. */
class MajorityRuleTest {
  private static final Set<String> BASELINE = Set.of("a", "b", "c", "d", "e");

  /** Two views: of the client node, and of the server that answers. */
  private record Views(Set<String> baseline, ServersSeen here, ServersSeen there)
      implements Majority.Cluster {
    @Override
    public ServersSeen there(Predicate<String> wanted) {
      return there;
    }
  }

  private static Majority majority(
      Set<String> baseline, Set<String> here, String asked, Set<String> there, int servers) {
    return new Majority(
        "ignite://h/s",
        new Views(
            baseline,
            new ServersSeen(Optional.empty(), here),
            new ServersSeen(Optional.of(asked), there)),
        servers);
  }

  private static void assertRefused(Majority majority, String reason) {
    assertThatThrownBy(majority::requireBefore)
        .isInstanceOf(UnavailableException.class)
        .hasMessageContainingAll("ignite://h/s", reason, "nothing was changed");
    assertThatThrownBy(majority::requireAfter)
        .isInstanceOf(OutcomeUnknownException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void majority_seenByBoth_passes() {
    Set<String> alive = Set.of("a", "b", "c");
    Majority majority = majority(BASELINE, alive, "a", alive, 5);
    assertThatCode(majority::requireBefore).doesNotThrowAnyException();
    assertThatCode(majority::requireAfter).doesNotThrowAnyException();
  }

  /** The transaction is made on the client node's side, whatever the other side sees. */
  @Test
  void clientNode_onTheSmallSide_isRefused() {
    Set<String> small = Set.of("d", "e");
    assertRefused(majority(BASELINE, small, "a", Set.of("a", "b", "c"), 5), "split");
    assertRefused(majority(BASELINE, small, "d", small, 5), "only 2 of 5");
  }

  /** The client node hears of the split a moment later than the servers of its side. */
  @Test
  void clientNode_thatHasNotHeardOfTheSplit_isRefusedByItsServer() {
    assertRefused(majority(BASELINE, BASELINE, "d", Set.of("d", "e"), 5), "only 2 of 5");
  }

  @Test
  void servers_outsideOfTheBaseline_doNotCount() {
    Set<String> alive = Set.of("a", "x", "y", "z");
    assertRefused(majority(BASELINE, alive, "x", alive, 5), "only 1 of 5");
  }

  @Test
  void baseline_thatShrank_doesNotMakeAMajority() {
    Set<String> small = Set.of("d", "e");
    assertRefused(majority(small, small, "d", small, 5), "only 2 of 5");
  }
}
