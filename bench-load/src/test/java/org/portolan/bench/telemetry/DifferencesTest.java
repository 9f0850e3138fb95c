package org.portolan.bench.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class DifferencesTest {
  private final Differences differences = new Differences();

  private Map<String, Map<Figure, Long>> next(Consumer<Sweep> readings) {
    Sweep sweep = new Sweep(fault -> {});
    readings.accept(sweep);
    return differences.next(sweep);
  }

  @Test
  void next_sumsWhatThePartsOfAServerRoseBy() {
    next(
        sweep -> {
          sweep.counter("a", Figure.READS, "region 1", 100);
          sweep.counter("a", Figure.READS, "region 2", 10);
          sweep.counter("b", Figure.READS, "region 3", 5);
        });
    assertThat(
            next(
                sweep -> {
                  sweep.counter("a", Figure.READS, "region 1", 103);
                  sweep.counter("a", Figure.READS, "region 2", 14);
                  sweep.counter("b", Figure.READS, "region 3", 5);
                }))
        .isEqualTo(Map.of("a", Map.of(Figure.READS, 7L), "b", Map.of(Figure.READS, 0L)));
  }

  @Test
  void next_ofTheFirstSweep_isZero() {
    assertThat(next(sweep -> sweep.counter("a", Figure.SENT_BYTES, "1", 900)))
        .isEqualTo(Map.of("a", Map.of(Figure.SENT_BYTES, 0L)));
  }

  @Test
  void next_ofACounterThatBeganAnew_isWhatItCountedSince() {
    next(sweep -> sweep.counter("a", Figure.WRITES, "table", 1_000));
    assertThat(next(sweep -> sweep.counter("a", Figure.WRITES, "table", 30)))
        .isEqualTo(Map.of("a", Map.of(Figure.WRITES, 30L)));
  }

  @Test
  void next_ofARegionThatMoved_countsItFromNothing_andAgainWhenItComesBack() {
    Consumer<Sweep> home =
        sweep -> {
          sweep.counter("a", Figure.READS, "stays", 50);
          sweep.counter("a", Figure.READS, "moves", 70);
          sweep.has("b", Figure.READS);
        };
    next(home);
    assertThat(
            next(
                sweep -> {
                  sweep.counter("a", Figure.READS, "stays", 51);
                  sweep.counter("b", Figure.READS, "moves", 4);
                }))
        .isEqualTo(Map.of("a", Map.of(Figure.READS, 1L), "b", Map.of(Figure.READS, 4L)));
    // The region is back where its last count was 70: it was opened again, so all of its 80 are
    // new.
    assertThat(
            next(
                sweep -> {
                  sweep.counter("a", Figure.READS, "stays", 51);
                  sweep.counter("a", Figure.READS, "moves", 80);
                  sweep.has("b", Figure.READS);
                }))
        .isEqualTo(Map.of("a", Map.of(Figure.READS, 80L), "b", Map.of(Figure.READS, 0L)));
  }

  @Test
  void next_ofAServerThatAnswersLate_countsFromThen_butANewConnectionWhole() {
    next(sweep -> sweep.counter("a", Figure.READS, "t", 1));
    assertThat(
            next(
                sweep -> {
                  sweep.counter("late", Figure.READS, "t", 1_000_000);
                  sweep.counter("late", Figure.SENT_BYTES, "new connection", 300);
                }))
        .isEqualTo(Map.of("late", Map.of(Figure.READS, 0L, Figure.SENT_BYTES, 300L)));
  }

  @Test
  void next_ofAServerThatWasSilent_countsWhatItDidMeanwhile() {
    next(sweep -> sweep.counter("a", Figure.READS, "t", 10));
    assertThat(next(sweep -> {})).isEmpty();
    assertThat(next(sweep -> sweep.counter("a", Figure.READS, "t", 25)))
        .isEqualTo(Map.of("a", Map.of(Figure.READS, 15L)));
  }

  @Test
  void next_ofWhatIsAtAMoment_isTheSumNow() {
    next(sweep -> sweep.counter("a", Figure.COMPACTIONS_RUNNING, "r1", 3));
    assertThat(
            next(
                sweep -> {
                  sweep.counter("a", Figure.COMPACTIONS_RUNNING, "r1", 1);
                  sweep.counter("a", Figure.COMPACTIONS_RUNNING, "r2", 1);
                }))
        .isEqualTo(Map.of("a", Map.of(Figure.COMPACTIONS_RUNNING, 2L)));
  }
}
