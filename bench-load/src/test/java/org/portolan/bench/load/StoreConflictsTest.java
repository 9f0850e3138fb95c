package org.portolan.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.portolan.data.ConflictCause;
import org.portolan.data.ConflictStatistics;

/** Conflicts that the generator and the store count, each in its own way. */
final class StoreConflictsTest {
  private static final String LONG_KEY = "page(" + "x".repeat(400) + ")";

  /** Every operation conflicts on the same long key; the store sees each conflict twice. */
  private static final class Conflicting implements Workload {
    private final CountDownLatch counting = new CountDownLatch(1);
    private long performed;

    @Override
    public String name() {
      return "conflicting";
    }

    @Override
    public Map<String, String> configuration() {
      return Map.of();
    }

    @Override
    public List<String> operations() {
      return List.of("write");
    }

    @Override
    public Worker worker(int number, long seed) {
      return () -> {
        // The store's count at the beginning must be zero, so that all conflicts are measured.
        counting.await();
        count();
        return new Outcome.Conflict(0, ConflictCause.UNKNOWN, List.of(LONG_KEY));
      };
    }

    private synchronized void count() {
      performed++;
    }

    @Override
    public synchronized Optional<ConflictStatistics> conflicts() {
      counting.countDown();
      Map<ConflictCause, Long> retries = new EnumMap<>(ConflictCause.class);
      for (ConflictCause cause : ConflictCause.values()) {
        retries.put(cause, performed);
      }
      return Optional.of(
          new ConflictStatistics(
              0,
              retries,
              Map.of(),
              List.of(new ConflictStatistics.HotKey(LONG_KEY, 2 * performed)),
              ConflictStatistics.Merges.NONE,
              ConflictStatistics.Groups.NONE));
    }
  }

  private static LoadResult run() {
    LoadSpec spec = LoadSpec.closed(1, Duration.ZERO, Duration.ofMillis(20), 1);
    return new LoadGenerator(new Conflicting(), spec, LoadListener.NONE).run();
  }

  @Test
  void hotKeys_ofALongKeyThatBothCounted_haveItOnce_withTheHigherCount() {
    LoadResult result = run();
    long conflicts = result.count(OutcomeKind.CONFLICT);
    assertThat(conflicts).isPositive();
    assertThat(result.hotKeys())
        .containsExactly(new HotKey(LONG_KEY.substring(0, 300) + "...", 2 * conflicts, 0));
  }

  @Test
  void causes_areInTheOrderOfTheirDeclaration() {
    LoadResult result = run();
    assertThat(result.retries().keySet()).containsExactly(ConflictCause.values());
    LoadResult again =
        new LoadResult(
            result.spec(),
            result.operations(),
            result.response(),
            0,
            result.seconds(),
            result.series(),
            result.retries(),
            result.retries(),
            result.hotKeys(),
            result.verdict(),
            result.verdictReason(),
            result.steadyFrom(),
            result.client(),
            result.messages(),
            false);
    assertThat(again.conflicts().keySet()).containsExactly(ConflictCause.values());
  }
}
