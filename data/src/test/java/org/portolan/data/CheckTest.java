package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.StoreCheck.Options;
import org.portolan.data.StoreCheck.Result;
import org.portolan.design.Design;
import org.portolan.engine.Change;
import org.portolan.engine.Durability;
import org.portolan.types.Tuple;

class CheckTest {
  private static final Duration GUARD = Duration.ofMillis(1);
  private static final Options REPORT = new Options(false, false, GUARD, 1_000);
  private static final Options REPAIR = new Options(true, false, GUARD, 1_000);
  private static final Options RESUME = new Options(false, true, GUARD, 1_000);

  private static final List<String> INDEXES =
      List.of(
          "cells_single",
          "cells_hashed",
          "cells_delta",
          "object_single",
          "object_hashed",
          "object_delta",
          "within");

  private final Design design = TestDesigns.everyLayout();

  @TempDir Path directory;
  private String uri;

  private Store filled(int pages) {
    uri = "rocksdb:" + directory.resolve("store");
    Store store = Stores.openOrCreate(uri, design);
    for (int first = 0; first < pages; first += 500) {
      int from = first;
      store.write(
          Durability.BUFFERED,
          transaction -> {
            for (int page = from; page < Math.min(pages, from + 500); page++) {
              transaction.put("page", title(page), values(page));
            }
            return null;
          });
    }
    return store;
  }

  private static Tuple title(int page) {
    return Tuple.of("p" + page);
  }

  /** Each page links two others. */
  private static Map<String, Object> values(int page) {
    return Map.of(
        "text", "t" + page, "size", page, "links", Set.of("p" + page / 2, "q" + page / 3));
  }

  private static Result check(Store store, Options options, List<String> findings) {
    return store.check(options).run(finding -> findings.add(finding.toString()), looked -> {});
  }

  /**
   * Damages the store, and expects the check to find exactly this damage, repair it, and then find
   * none.
   */
  private void findsAndRepairs(Consumer<Damage> plant, String... expected) {
    try (Store store = filled(10)) {
      store.mergeDeltas();
    }
    try (Damage damage = new Damage(uri, design)) {
      plant.accept(damage);
    }
    try (Store store = Stores.open(uri)) {
      List<String> reported = new ArrayList<>();
      Result report = check(store, REPORT, reported);
      assertThat(reported).containsExactlyInAnyOrder(expected);
      assertThat(report.isClean()).isFalse();
      List<String> repaired = new ArrayList<>();
      Result repair = check(store, REPAIR, repaired);
      assertThat(repaired).hasSameSizeAs(expected).allMatch(text -> text.endsWith(" repaired"));
      assertThat(repair.missing()).isEqualTo(report.missing());
      assertThat(repair.dangling()).isEqualTo(report.dangling());
      assertThat(repair.repaired()).isEqualTo(report.missing() + report.dangling());
      assertThat(repair.isClean()).isTrue();
      List<String> left = new ArrayList<>();
      assertThat(check(store, REPORT, left).missing() + left.size()).isZero();
      assertThat(left).isEmpty();
    }
  }

  @Test
  void run_entryMissingAndSomeDangling_foundInEveryLayout() {
    List<String> expected = new ArrayList<>();
    for (String index : INDEXES) {
      expected.add("missing " + index + " (p2) -> (p4)");
      expected.add("dangling " + index + " (p2) -> (p9)");
      expected.add("dangling " + index + " (nobody) -> (no page)");
    }
    findsAndRepairs(
        damage -> {
          for (String index : INDEXES) {
            damage.removeEntry(index, "p2", "p4");
            damage.addEntry(index, "p2", "p9", false);
            damage.addEntry(index, "nobody", "no page", false);
          }
        },
        expected.toArray(String[]::new));
  }

  @Test
  void run_wrongDeltas_found() {
    findsAndRepairs(
        damage -> {
          for (String index : List.of("cells_delta", "object_delta")) {
            damage.logRemoved(index, "p2", "p4");
            damage.addEntry(index, "p2", "p9", true);
          }
        },
        "missing cells_delta (p2) -> (p4)",
        "dangling cells_delta (p2) -> (p9)",
        "missing object_delta (p2) -> (p4)",
        "dangling object_delta (p2) -> (p9)");
  }

  @Test
  void run_rowLostAndRowForeign_everyIndexFound() {
    List<String> expected =
        new ArrayList<>(
            List.of(
                "dangling pages counts 10, there are 9", "dangling sized counts 10, there are 9"));
    for (String index : INDEXES) {
      expected.add("dangling " + index + " (p2) -> (p5)");
      expected.add("dangling " + index + " (q1) -> (p5)");
    }
    findsAndRepairs(
        damage -> damage.change("page", title(5), new Change.DeleteFamily("main")),
        expected.toArray(String[]::new));
  }

  @Test
  void run_countersWrong_foundByTheirDifference() {
    findsAndRepairs(
        damage -> {
          damage.change("counters", Tuple.of("pages", 0), new Change.Add("value", 7));
          damage.change("counters", Tuple.of("sized", 0), new Change.Add("value", 3));
          damage.change("counters", Tuple.of("notes", 3), new Change.Add("value", -2));
          damage.change("counters", Tuple.of("cells", 0), new Change.Add("value", 1));
          damage.change("counters", Tuple.of("objects", 0), new Change.Add("value", -1));
        },
        "dangling pages counts 17, there are 10",
        "dangling sized counts 13, there are 10",
        "missing notes counts -2, there are 0",
        "dangling cells counts 1, there are 0",
        "missing objects counts -1, there are 0");
  }

  @Test
  void run_damageUndoneWithinTheGuard_notReported() {
    try (Store store = filled(10)) {
      store.mergeDeltas();
    }
    try (Damage damage = new Damage(uri, design)) {
      damage.removeEntry("object_single", "p2", "p4");
    }
    AtomicBoolean undone = new AtomicBoolean();
    try (Store store = Stores.open(uri)) {
      store
          .check(REPORT)
          .run(
              finding -> assertThat(finding).as("nothing is wrong any more").isNull(),
              looked -> {
                if (!undone.getAndSet(true)) {
                  // The listener is called before entries that look wrong are looked at again.
                  store.write(transaction -> transaction.delete("page", title(4)));
                }
              });
    }
    assertThat(undone).isTrue();
  }

  @Test
  void run_interruptedAndResumed_sameTotals() {
    try (Store store = filled(2_000)) {
      List<Long> calls = new ArrayList<>();
      Result undisturbed = store.check(REPORT).run(finding -> {}, calls::add);
      assertThat(undisturbed.missing() + undisturbed.dangling()).isZero();
      assertThat(undisturbed.entries()).isEqualTo(2 * 7 * 2 * 2_000L);
      for (int share = 1; share < 4; share += 2) {
        int stop = calls.size() * share / 4;
        List<Long> seen = new ArrayList<>();
        assertThatThrownBy(
                () ->
                    store
                        .check(REPORT)
                        .run(
                            finding -> {},
                            looked -> {
                              seen.add(looked);
                              if (seen.size() == stop) {
                                throw new IllegalStateException("interrupted");
                              }
                            }))
            .hasMessage("interrupted");
        List<Long> resumed = new ArrayList<>();
        assertThat(store.check(RESUME).run(finding -> {}, resumed::add)).isEqualTo(undisturbed);
        assertThat(resumed.size()).as("calls after %s", stop).isLessThan(calls.size());
        assertThat(resumed.size() + stop).isGreaterThanOrEqualTo(calls.size());
      }
      assertThat(store.check(RESUME).run(finding -> {}, looked -> {}))
          .as("a finished check is not resumed but begins anew")
          .isEqualTo(undisturbed);
    }
  }

  @Test
  void run_moreThanIsReported_allCounted() {
    try (Store store = filled(10)) {
      store.mergeDeltas();
    }
    try (Damage damage = new Damage(uri, design)) {
      for (int number = 0; number < 9; number++) {
        damage.addEntry("cells_single", "nobody", "x" + number, false);
      }
    }
    try (Store store = Stores.open(uri)) {
      List<String> findings = new ArrayList<>();
      Result result = check(store, new Options(false, false, GUARD, 4), findings);
      assertThat(findings).hasSize(4);
      assertThat(result.dangling()).isEqualTo(9);
    }
  }

  @Test
  void run_counterFarOff_hidesNoOtherFinding() {
    try (Store store = filled(10)) {
      store.mergeDeltas();
    }
    try (Damage damage = new Damage(uri, design)) {
      damage.change("counters", Tuple.of("cells", 0), new Change.Add("value", 5_000));
      damage.change("counters", Tuple.of("objects", 0), new Change.Add("value", -1));
    }
    try (Store store = Stores.open(uri)) {
      List<String> findings = new ArrayList<>();
      Result result = check(store, new Options(false, false, GUARD, 2), findings);
      assertThat(findings)
          .containsExactlyInAnyOrder(
              "dangling cells counts 5000, there are 0", "missing objects counts -1, there are 0");
      assertThat(result.dangling()).isEqualTo(5_000);
      assertThat(result.missing()).isEqualTo(1);
    }
  }

  @Test
  void options_outOfRange_areRefused() {
    for (Duration guard :
        List.of(
            Duration.ofNanos(-1),
            Duration.ofDays(1).plusNanos(1),
            Duration.ofSeconds(Long.MAX_VALUE))) {
      assertThatThrownBy(() -> new Options(false, false, guard, 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("the guard of a check must be from PT0S to PT24H, not " + guard);
    }
    assertThatThrownBy(() -> new Options(false, false, GUARD, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the reportsMax of a check must be from 0 to 2147483647, not -1");
    assertThat(new Options(true, true, Duration.ZERO, 0).guard()).isZero();
    assertThat(new Options(true, true, Duration.ofDays(1), Integer.MAX_VALUE).guard())
        .isEqualTo(Options.GUARD_MAX);
  }

  @Test
  void run_interrupted_endsInsteadOfWaitingForTheGuard() {
    try (Store store = filled(10)) {
      store.mergeDeltas();
    }
    try (Damage damage = new Damage(uri, design)) {
      damage.removeEntry("object_single", "p2", "p4");
    }
    try (Store store = Stores.open(uri)) {
      StoreCheck check = store.check(new Options(true, false, Duration.ofHours(1), 1_000));
      try {
        assertThatThrownBy(
                () -> check.run(finding -> {}, looked -> Thread.currentThread().interrupt()))
            .isInstanceOf(InterruptedWaitException.class)
            .hasMessageContaining("the check was interrupted")
            .hasMessageContaining("its repairs so far remain");
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
      } finally {
        Thread.interrupted();
      }
    }
  }
}
