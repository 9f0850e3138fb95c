package org.portolan.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.portolan.bench.load.Drive.Arrivals;
import org.portolan.bench.load.Drive.Open;

final class ScheduleTest {
  private static final long SECOND = 1_000_000_000;

  private static List<Long> all(Schedule schedule) {
    List<Long> starts = new ArrayList<>();
    for (long start = schedule.next(0); start != Schedule.END; start = schedule.next(0)) {
      starts.add(start);
    }
    return starts;
  }

  @Test
  void uniform_hasExactlyTheRate_withoutDrift() {
    List<Long> starts = all(Schedule.of(new Open(3_000, Arrivals.UNIFORM, 1), 100 * SECOND, 1));
    assertThat(starts).hasSize(300_000);
    assertThat(starts.get(0)).isZero();
    assertThat(starts.get(3_000)).isEqualTo(SECOND);
    assertThat(starts.get(299_997)).isEqualTo(99 * SECOND + 999_000_000);
  }

  @Test
  void poisson_isAFunctionOfTheSeed() {
    Open drive = new Open(5_000, Arrivals.POISSON, 1);
    List<Long> starts = all(Schedule.of(drive, 2 * SECOND, 11));
    assertThat(all(Schedule.of(drive, 2 * SECOND, 11))).isEqualTo(starts);
    assertThat(all(Schedule.of(drive, 2 * SECOND, 12))).isNotEqualTo(starts);
  }

  /** Kolmogorov and Smirnov's distance from the exponential distribution; 1.63/sqrt(n) is 1 %. */
  @Test
  void poisson_hasExponentialGaps() {
    List<Long> starts = all(Schedule.of(new Open(1_000, Arrivals.POISSON, 1), 50 * SECOND, 3));
    double[] gaps = new double[starts.size()];
    for (int index = 0; index < gaps.length; index++) {
      gaps[index] = (starts.get(index) - (index == 0 ? 0 : starts.get(index - 1))) / 1e9;
    }
    Arrays.sort(gaps);
    double distance = 0;
    for (int index = 0; index < gaps.length; index++) {
      double expected = 1 - Math.exp(-1_000 * gaps[index]);
      distance = Math.max(distance, Math.abs(expected - (double) index / gaps.length));
      distance = Math.max(distance, Math.abs(expected - (index + 1.0) / gaps.length));
    }
    assertThat(distance).isLessThan(1.63 / Math.sqrt(gaps.length));
    assertThat((double) gaps.length).isCloseTo(50_000, within(4 * Math.sqrt(50_000)));
  }

  @Test
  void schedule_takenByManyThreads_givesEachStartOnce() throws InterruptedException {
    for (Arrivals arrivals : Arrivals.values()) {
      Open drive = new Open(50_000, arrivals, 4);
      Schedule shared = Schedule.of(drive, 4 * SECOND, 5);
      List<Long> taken = Collections.synchronizedList(new ArrayList<>());
      List<Thread> threads = new ArrayList<>();
      for (int number = 0; number < 4; number++) {
        Thread thread = new Thread(() -> taken.addAll(all(shared)));
        threads.add(thread);
        thread.start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      List<Long> sorted = taken.stream().sorted().toList();
      assertThat(sorted).isEqualTo(all(Schedule.of(drive, 4 * SECOND, 5)));
    }
  }
}
