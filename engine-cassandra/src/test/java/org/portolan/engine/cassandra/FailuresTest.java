package org.portolan.engine.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import org.junit.jupiter.api.Test;
import org.portolan.engine.OutcomeUnknownException;

class FailuresTest {
  @Test
  void tooFewReplicas_ofAWriteOfSeveralPartitions_leaveTheOutcomeOpen() {
    RuntimeException failure =
        Failures.ofWrite(
            "change 3 rows", new UnavailableException(null, DefaultConsistencyLevel.QUORUM, 2, 1));
    assertThat(failure).isInstanceOf(org.portolan.engine.UnavailableException.class);

    assertThat(Failures.ofJoinedWrite(failure))
        .isInstanceOf(OutcomeUnknownException.class)
        .hasMessageContaining("some may have been made");
  }

  @Test
  void writeThatReachedNoServer_changedNothing() {
    RuntimeException failure = Failures.ofWrite("change 3 rows", new NoNodeAvailableException());

    assertThat(Failures.ofJoinedWrite(failure)).isSameAs(failure);
  }
}
