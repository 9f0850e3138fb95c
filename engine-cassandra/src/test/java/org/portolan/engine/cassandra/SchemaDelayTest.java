package org.portolan.engine.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import java.net.InetAddress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SchemaDelayTest {
  private static final int UNKNOWN = 0;
  private static final int TOO_MANY_TOMBSTONES = 1;
  private static final int INCOMPATIBLE_SCHEMA = 3;

  private static ReadFailureException failure(int reason) {
    return new ReadFailureException(
        null,
        DefaultConsistencyLevel.QUORUM,
        1,
        2,
        2,
        false,
        Map.of(InetAddress.getLoopbackAddress(), reason));
  }

  @Test
  void outwait_serversThatDoNotKnowAColumnYet_readsAgain() throws Exception {
    AtomicInteger attempts = new AtomicInteger();
    CompletableFuture<String> answer =
        SchemaDelay.outwait(
                () ->
                    switch (attempts.incrementAndGet()) {
                      case 1 -> CompletableFuture.<String>failedFuture(failure(UNKNOWN));
                      case 2 -> CompletableFuture.failedFuture(failure(INCOMPATIBLE_SCHEMA));
                      default -> CompletableFuture.completedFuture("row");
                    })
            .toCompletableFuture();
    assertThat(answer.get()).isEqualTo("row");
    assertThat(attempts.get()).isEqualTo(3);
  }

  @Test
  void outwait_otherFailure_isThatOfTheRead() {
    AtomicInteger attempts = new AtomicInteger();
    CompletableFuture<String> answer =
        SchemaDelay.outwait(
                () -> {
                  attempts.incrementAndGet();
                  return CompletableFuture.<String>failedFuture(failure(TOO_MANY_TOMBSTONES));
                })
            .toCompletableFuture();
    assertThatThrownBy(answer::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(ReadFailureException.class);
    assertThat(attempts.get()).isEqualTo(1);
  }
}
