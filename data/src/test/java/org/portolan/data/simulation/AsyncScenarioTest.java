package org.portolan.data.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.data.AsyncOptions;
import org.portolan.data.AsyncStore;
import org.portolan.data.StoreBusyException;
import org.portolan.engine.simulated.SimulatedCluster;
import org.portolan.types.Tuple;

/** Asynchronous writes of a process in virtual time, while its store is closed. */
class AsyncScenarioTest {
  private static final int WRITES = 40;

  @ParameterizedTest
  @EnumSource
  void close_whileWritesAreUnderWay_leavesThoseThatWereAcknowledged(SimulatedCluster.Kind kind) {
    Scenario.playOfAny(
        kind,
        story -> {
          var writer = story.open("writer");
          List<CompletableFuture<String>> writes = new ArrayList<>();
          writer.wait(
              () -> {
                AsyncStore async =
                    writer
                        .store()
                        .async(AsyncOptions.DEFAULT.underWayMax(3).waitingMax(WRITES - 10));
                for (int number = 0; number < WRITES; number++) {
                  writes.add(write(async, "page " + number));
                  assertThat(async.underWay()).isLessThanOrEqualTo(3);
                  assertThat(async.waiting()).isLessThanOrEqualTo(WRITES - 10);
                }
                story.pass(Duration.ofMillis(20));
                writer.store().close();
                assertThat(async.underWay()).isZero();
              });
          List<String> written = new ArrayList<>();
          int refused = 0;
          int withdrawn = 0;
          for (CompletableFuture<String> write : writes) {
            assertThat(write).isDone();
            if (!write.isCompletedExceptionally()) {
              written.add(write.join());
            } else if (failure(write) instanceof StoreBusyException) {
              refused++;
            } else {
              assertThat(failure(write)).hasMessageContaining("closed before the call began");
              withdrawn++;
            }
          }
          assertThat(written).isNotEmpty();
          assertThat(refused).isPositive();
          assertThat(withdrawn).isPositive();
          story.requireRight(written.toArray(String[]::new));
        });
  }

  private static CompletableFuture<String> write(AsyncStore async, String title) {
    return async
        .write(
            transaction -> {
              transaction.put("page", Tuple.of(title), java.util.Map.of("text", title));
              return title;
            })
        .toCompletableFuture();
  }

  private static Throwable failure(CompletableFuture<String> write) {
    return write.handle((value, failure) -> failure).join();
  }
}
