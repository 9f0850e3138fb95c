package org.portolan.data.repaired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.data.Columns;
import org.portolan.data.MovableRuntime;
import org.portolan.data.RetryPolicy;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** A commit whose answer comes after the row was deleted and its state removed. */
class ForgottenUpdateTest {
  private static final Tuple RIGA = Tuple.of("Riga");

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.now().minus(Duration.ofDays(10)));
  private final MovableRuntime time = new MovableRuntime(now::get);

  private Store open(Engine engine, int attempts) {
    return RowStores.open(
        () -> engine,
        RowStores.everyLayout(),
        RowStores.OPTIONS
            .with(new RetryPolicy(attempts, Duration.ZERO, Duration.ofMillis(1)))
            .sweeping(Duration.ZERO, Duration.ofSeconds(10))
            .in(time));
  }

  private void pass(Duration passed) {
    now.updateAndGet(before -> before.plus(passed));
    time.pass(passed);
  }

  private static boolean isOfRiga(List<Mutation> mutations) {
    return mutations.stream()
        .anyMatch(each -> each.table().equals("page") && each.key().equals(RIGA));
  }

  @ParameterizedTest
  @CsvSource({"true, 1", "false, 1", "true, 5", "false, 5"})
  void update_madeAndSeenAndDeletedWhileItsAnswerIsAwaited_isNotCalledUnmade(
      boolean rows, int attempts) {
    MemoryCluster cluster = StoreStory.cluster(rows);
    HookedEngine held = new HookedEngine(cluster.connect());
    try (Store writer = open(held, attempts);
        Store other = open(cluster.connect(), 5);
        Engine network = cluster.connect()) {
      other.write(
          transaction -> {
            transaction.put("page", RIGA, Map.of("text", "first"));
            return null;
          });
      other.sweep();
      other.sweep();
      held.beforeWrite =
          mutations -> {
            if (!isOfRiga(mutations)) {
              return;
            }
            held.beforeWrite = any -> {};
            // 1. the commit is made; its process is held up before the answer
            assertThat(network.mutateAll(mutations, Durability.SYNCED)).containsOnly(true);
            // 2. another process sees it, and deletes the row
            assertThat(other.get("page", RIGA, Columns.ALL).orElseThrow().values())
                .containsEntry("text", "updated");
            other.write(transaction -> transaction.delete("page", RIGA));
            // 3. days later, the state of the deleted row is removed
            for (int sweep = 0; sweep < 3; sweep++) {
              other.sweep();
              pass(Duration.ofMinutes(2));
            }
            pass(Duration.ofDays(3));
            other.check(StoreCheck.Options.REPORT).run(finding -> {}, looked -> {});
            // 4. the held process goes on
            throw new OutcomeUnknownException("its answer is lost");
          };
      assertThatThrownBy(
              () -> {
                boolean updated =
                    writer.write(
                        transaction -> transaction.update("page", RIGA, Map.of("text", "updated")));
                throw new AssertionError("the write says that the row was there: " + updated);
              })
          .isInstanceOf(OutcomeUnknownException.class);
    }
  }
}
