package org.portolan.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.types.Tuple;

/** Functions of writes that are repeatable, and functions that are not. */
class RepeatedWorkTest {
  @ParameterizedTest
  @EnumSource
  void repeatable_runsTwiceAndIsMadeOnce(Kind kind) {
    try (TestCluster cluster = TestCluster.inMemory(kind)) {
      TestStore store = cluster.open(Notes.DESIGN);
      store.faults().runEveryWriteTwice();
      List<String> mails = new ArrayList<>();
      store.write(
          tx -> {
            mails.add("sent");
            Notes.add(tx, "one", "anna");
            tx.update("note", Tuple.of("one"), Map.of("written", now()));
            return null;
          });
      assertThat(mails).hasSize(2);
      assertThat(Notes.notesOf(store, "anna")).isEqualTo(1);
      assertThat(store.counter("notes")).isEqualTo(1);
      Checks.requireClean(store);
    }
  }

  private static Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.MICROS);
  }

  @ParameterizedTest
  @EnumSource
  void idDrawnInside_isFound(Kind kind) {
    try (TestCluster cluster = TestCluster.inMemory(kind)) {
      TestStore store = cluster.open(Notes.DESIGN);
      store.faults().runEveryWriteTwice();
      assertThatThrownBy(
              () -> store.write(tx -> Notes.add(tx, UUID.randomUUID().toString(), "anna")))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("is not repeatable: first it made [get note");
      assertThat(Notes.listed(store, "anna")).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void valueCountedOutside_isFound(Kind kind) {
    try (TestCluster cluster = TestCluster.inMemory(kind)) {
      TestStore store = cluster.open(Notes.DESIGN);
      store.faults().runEveryWriteTwice();
      AtomicInteger outside = new AtomicInteger();
      assertThatThrownBy(
              () ->
                  store.write(
                      tx -> {
                        int words = outside.incrementAndGet();
                        tx.put("note", Tuple.of("one"), Map.of("author", "x", "words", words));
                        return null;
                      }))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("words=1")
          .hasMessageContaining("words=2");
      assertThat(Notes.exists(store, "one")).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void changeThatHappensOnce_isFound(Kind kind) {
    try (TestCluster cluster = TestCluster.inMemory(kind)) {
      TestStore store = cluster.open(Notes.DESIGN);
      store.faults().runEveryWriteTwice();
      List<String> left = new ArrayList<>(List.of("one"));
      assertThatThrownBy(
              () ->
                  store.write(
                      tx -> {
                        while (!left.isEmpty()) {
                          tx.put("note", Tuple.of(left.remove(0)), Map.of("author", "x"));
                        }
                        return null;
                      }))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("it made [nothing more]");
    }
  }

  /** A real conflict in between changes what is read, which is no fault of the function. */
  @ParameterizedTest
  @EnumSource(names = "ROCKSDB", mode = EnumSource.Mode.EXCLUDE)
  void otherReadInTheSecondRun_isNotCompared(Kind kind) {
    try (TestCluster cluster = TestCluster.inMemory(kind)) {
      TestStore store = cluster.open(Notes.DESIGN);
      TestStore other = cluster.open(Notes.DESIGN);
      store.faults().runEveryWriteTwice();
      AtomicInteger runs = new AtomicInteger();
      store.write(
          tx -> {
            if (runs.incrementAndGet() == 2) {
              Notes.add(other, "two", "anna");
            }
            return Notes.add(tx, "one", "anna");
          });
      assertThat(Notes.notesOf(store, "anna")).isEqualTo(2);
      Checks.requireClean(store);
    }
  }
}
