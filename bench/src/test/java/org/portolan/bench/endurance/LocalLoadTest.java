package org.portolan.bench.endurance;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.load.LoadSpec;
import org.portolan.data.Store;
import org.portolan.data.Stores;

@Timeout(60)
final class LocalLoadTest {
  @TempDir Path directory;

  static List<Throwable> causes() {
    return List.of(new IllegalStateException("planted"), new AssertionError("planted"));
  }

  @ParameterizedTest
  @MethodSource("causes")
  void load_thatDiesOfAnything_isBroken(Throwable cause) throws InterruptedException {
    Seen seen = new Seen();
    CountDownLatch reported = new CountDownLatch(1);
    LoadSpec spec = LoadSpec.open(50, 2, Duration.ZERO, Duration.ofMillis(200), 1);
    String uri = "rocksdb:" + directory.resolve("store");
    try (Store store = Stores.openOrCreate(uri, GroupedItems.design())) {
      LocalLoad load =
          new LocalLoad(
              store,
              new GroupedItems(1_000),
              spec,
              told -> {
                reported.countDown();
                fail(cause);
              },
              seen);
      try (load) {
        reported.await();
      }
    }
    assertThatThrownBy(seen::requireLoad)
        .isInstanceOf(BenchmarkFailedException.class)
        .hasMessage("the load of this process failed: " + cause)
        .hasCause(cause);
  }

  private static void fail(Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) cause;
  }
}
