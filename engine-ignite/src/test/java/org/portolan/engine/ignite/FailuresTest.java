package org.portolan.engine.ignite;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.ignite.IgniteClientDisconnectedException;
import org.apache.ignite.IgniteException;
import org.apache.ignite.internal.IgniteClientDisconnectedCheckedException;
import org.apache.ignite.transactions.TransactionHeuristicException;
import org.apache.ignite.transactions.TransactionRollbackException;
import org.junit.jupiter.api.Test;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;

class FailuresTest {
  private static final String DISCONNECTED = "Client node disconnected: portolan-1";

  @Test
  void ofCommit_rolledBack_isUnavailable() {
    assertThat(
            Failures.ofCommit(
                "commit", new TransactionRollbackException("Transaction was rolled back")))
        .isInstanceOf(UnavailableException.class);
  }

  @Test
  void ofCommit_rolledBackSinceTheClientLostTheCluster_isUnknown() {
    IgniteClientDisconnectedCheckedException lost =
        new IgniteClientDisconnectedCheckedException(null, DISCONNECTED);
    assertThat(
            Failures.ofCommit(
                "commit", new TransactionRollbackException("Transaction was rolled back", lost)))
        .isInstanceOf(OutcomeUnknownException.class);
  }

  @Test
  void ofCommit_rolledBackWhileTheClientLostTheCluster_isUnknown() {
    IgniteException failure =
        new IgniteException(
            DISCONNECTED,
            new IgniteClientDisconnectedException(
                null, DISCONNECTED, new TransactionRollbackException("rolled back")));
    assertThat(Failures.ofCommit("commit", failure)).isInstanceOf(OutcomeUnknownException.class);

    TransactionRollbackException besides = new TransactionRollbackException("rolled back");
    besides.addSuppressed(new IgniteClientDisconnectedCheckedException(null, DISCONNECTED));
    assertThat(Failures.ofCommit("commit", besides)).isInstanceOf(OutcomeUnknownException.class);
  }

  @Test
  void ofCommit_onlyTextSaysThatTheClientLostTheCluster_isUnknown() {
    assertThat(Failures.ofCommit("commit", new TransactionRollbackException(DISCONNECTED)))
        .isInstanceOf(OutcomeUnknownException.class);
  }

  @Test
  void ofCommit_committedInPart_isUnknown() {
    assertThat(
            Failures.ofCommit(
                "commit",
                new TransactionHeuristicException("x", new IgniteException("was rolled back"))))
        .isInstanceOf(OutcomeUnknownException.class);
  }
}
