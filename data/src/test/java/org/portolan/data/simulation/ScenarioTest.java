package org.portolan.data.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.data.WriteConflictException;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Durability;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.simulated.Client.Fault;
import org.portolan.engine.simulated.SimulatedCluster.Kind;
import org.portolan.types.Tuple;

/** Histories that once broke the protocol. */
class ScenarioTest {
  private static final String BEYOND_KEYS = "y".repeat(1_200);
  private static final String BEYOND_VALUES = "x".repeat(90_000);

  @ParameterizedTest
  @EnumSource
  void followUpBeyondALimit_oneRow_isRefusedAsAWhole(Kind kind) {
    Scenario.playOfAny(
        kind,
        story -> {
          var writer = story.open("writer");
          writer.wait(() -> writer.put("standing"));
          writer.wait(
              () ->
                  assertThatThrownBy(() -> writer.put("bad", "short", BEYOND_KEYS))
                      .isInstanceOf(CapabilityException.class));
          writer.wait(
              () ->
                  assertThatThrownBy(
                          () ->
                              writer
                                  .store()
                                  .write(
                                      transaction -> {
                                        transaction.put("page", Tuple.of("bad"), Map.of());
                                        transaction.insertItem(
                                            "page",
                                            Tuple.of("bad"),
                                            "notes",
                                            Tuple.of(1),
                                            Map.of("text", BEYOND_VALUES));
                                        return null;
                                      }))
                      .isInstanceOf(CapabilityException.class));
          story.requireRight("standing");
        });
  }

  @ParameterizedTest
  @EnumSource
  void rowBeyondALimit_oneOfTwo_isRefusedAsAWhole(Kind kind) {
    Scenario.playOfAny(
        kind,
        story -> {
          var writer = story.open("writer");
          writer.wait(() -> writer.putBoth("big", "small", "old"));
          writer.wait(
              () ->
                  assertThatThrownBy(() -> writer.putBoth("big", "small", BEYOND_VALUES))
                      .isInstanceOf(CapabilityException.class));
          writer.wait(() -> assertThat(Scenario.text(writer, "small")).contains("old"));
          story.requireRight("big", "small");
        });
  }

  @ParameterizedTest
  @EnumSource
  void writerPausedBeforeItsCommit_othersSweep_itsAdditionCounts(Kind kind) {
    Scenario.playOfAny(
        kind,
        story -> {
          var slow = story.open("slow");
          var other = story.open("other");
          other.wait(() -> other.put("before"));
          slow.beforeWrite("page", () -> slow.process.pause(Duration.ofMinutes(3), false));
          var writing = slow.begin(() -> slow.put("slow"));
          story.pass(Duration.ofSeconds(150));
          other.wait(() -> other.put("meanwhile"));
          other.wait(other::sweep);
          other.wait(other::sweep);
          story.pass(Duration.ofSeconds(20));
          other.wait(other::sweep);
          story.join(writing);
          story.pass(Duration.ofMinutes(5));
          other.wait(other::sweep);
          story.requireRight("before", "slow", "meanwhile");
        });
  }

  @ParameterizedTest
  @EnumSource
  void youngLockOverAnOldOutbox_sweep_losesNoAddition(Kind kind) {
    Scenario.play(
        kind,
        story -> {
          var observer = story.open("other");
          observer.wait(() -> observer.put("before"));
          var first = story.open("first");
          first.diesBefore("counters", 1);
          first.wait(() -> first.put("victim"));
          story.pass(Duration.ofMinutes(5));
          observer.wait(() -> observer.put("meanwhile"));
          var second = story.open("second");
          second.diesBefore("page", 2);
          second.wait(() -> second.putBoth("victim", "another", "again"));
          story.pass(Duration.ofSeconds(3));
          observer.wait(observer::sweep);
          story.requireRight("before", "victim", "meanwhile");
        });
  }

  @ParameterizedTest
  @EnumSource
  void checksWithRepair_twoAtOnceWhilePagesAreRenamed_repairNothingTwice(Kind kind) {
    Scenario.playOfAny(
        kind,
        story -> {
          var writer = story.open("writer");
          writer.wait(() -> writer.put("a"));
          writer.wait(() -> writer.put("b"));
          var one = story.open("one");
          var two = story.open("two");
          var checks = List.of(one.begin(() -> one.check(true)), two.begin(() -> two.check(true)));
          for (int number = 0; number < 10; number++) {
            String from = number % 2 == 0 ? "b" : "c";
            String to = number % 2 == 0 ? "c" : "b";
            writer.wait(() -> writer.rename(from, to));
          }
          checks.forEach(story::join);
          story.requireRight("a", "b");
        });
  }

  @ParameterizedTest
  @EnumSource
  void recount_overTheOutboxOfADeadWriter_countsOnce(Kind kind) {
    Scenario.play(
        kind,
        story -> {
          var dying = story.open("dying");
          dying.diesBefore("counters", 1);
          dying.wait(() -> dying.put("one"));
          story.pass(Duration.ofSeconds(30));
          var other = story.open("other");
          other.wait(() -> other.store().recount("pages"));
          story.requireRight("one");
        });
  }

  @ParameterizedTest
  @EnumSource
  void sweepByAClockAnHourAhead_laterWrites_count(Kind kind) {
    Scenario.playOfAny(
        kind,
        story -> {
          var right = story.open("right");
          right.wait(() -> right.put("one"));
          var wrong = story.open("wrong", Duration.ofHours(1));
          wrong.wait(wrong::sweep);
          wrong.wait(wrong::sweep);
          right.wait(() -> right.put("two"));
          right.wait(() -> right.put("three"));
          right.wait(right::sweep);
          right.wait(() -> assertThat(right.store().counter("pages")).isEqualTo(3));
          story.requireRight("one", "two", "three");
        });
  }

  @ParameterizedTest
  @EnumSource
  void lockOfADeadClient_whoseClockWasAhead_isGoneSoon(Kind kind) {
    Scenario.play(
        kind,
        story -> {
          var right = story.open("right");
          right.wait(() -> right.putBoth("locked", "deciding", "old"));
          for (Duration ahead : new Duration[] {Duration.ofMinutes(2), Duration.ofHours(12)}) {
            var dying = story.open("dying by " + ahead, ahead);
            dying.diesBefore("page", 2);
            dying.wait(() -> dying.putBoth("locked", "deciding", "new"));
            story.pass(Duration.ofMinutes(2));
            right.wait(right::sweep);
            boolean[] written = {false};
            right.wait(
                () -> {
                  try {
                    right.put("locked");
                    written[0] = true;
                  } catch (WriteConflictException e) {
                    // The assertion below reports it.
                  }
                });
            assertThat(written[0])
                .as("written though the dead clock was ahead by %s", ahead)
                .isTrue();
            right.wait(
                () -> assertThat(Scenario.text(right, "deciding")).isEqualTo(Optional.of("old")));
          }
          story.requireRight("locked", "deciding");
        });
  }

  @ParameterizedTest
  @EnumSource
  void commitAnsweredNoToItsRepetition_rowHasForgottenIt_isNotMadeTwice(Kind kind) {
    Scenario.play(
        kind,
        story -> {
          var other = story.open("other");
          other.wait(() -> other.put("page"));
          var slow = story.open("slow");
          slow.wait(() -> slow.put("own"));
          slow.beforeWrite("page", () -> slow.wants(Fault.REPEATED));
          slow.afterWrite("page", () -> slow.process.pause(Duration.ofSeconds(20), false));
          boolean[] unknown = {false};
          var writing =
              slow.begin(
                  () -> {
                    try {
                      slow.append("page", "+slow");
                    } catch (OutcomeUnknownException e) {
                      unknown[0] = true;
                    }
                  });
          story.pass(Duration.ofSeconds(5));
          for (int number = 0; number < 6; number++) {
            other.wait(() -> other.append("page", "."));
          }
          story.join(writing);
          assertThat(unknown[0]).as("unknown").isTrue();
          other.wait(() -> assertThat(Scenario.text(other, "page")).contains("page+slow......"));
          story.requireRight("page", "own");
        });
  }

  @ParameterizedTest
  @EnumSource
  void processesHaveLeft_serversForgetWhatIsNotSynced_noRowStaysRegistered(Kind kind) {
    Scenario.play(
        kind,
        story -> {
          for (String name : List.of("one", "two", "three")) {
            var writer = story.open(name);
            writer.wait(() -> writer.put(name));
            story.pass(Duration.ofSeconds(10));
            writer.wait(() -> writer.store().close());
          }
          story.restartServers();
          story.pass(Duration.ofMinutes(1));
          assertThat(story.leftovers()).noneMatch(left -> left.startsWith("registered rows"));
          story.requireRight("one", "two", "three");
        });
  }

  /** Requires six reads, each from random replicas, to see the text of a page. */
  private static void requireSeen(Scenario.Writer reader, String title, String text) {
    for (int look = 0; look < 6; look++) {
      reader.wait(() -> assertThat(Scenario.text(reader, title)).contains(text));
    }
  }

  @ParameterizedTest
  @EnumSource
  void commitThatFewReplicasHave_acknowledged_isSeenByEverybody(Kind kind) {
    Scenario.play(
        kind,
        story -> {
          var writer = story.open("writer");
          var reader = story.open("reader");
          for (int number = 0; number < 40; number++) {
            String title = "page" + number;
            String text = "new" + number;
            writer.wait(() -> writer.put(title));
            // Waits for the clearing of the outbox, which is a round of conditions too.
            story.pass(Duration.ofSeconds(5));
            writer.beforeWrite("page", () -> writer.wants(Fault.HALF_WAY));
            writer.wait(() -> writer.append(title, text));
            requireSeen(reader, title, title + text);
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void loadThatFewReplicasHave_acknowledged_isSeenByEverybody(Kind kind) {
    Scenario.play(
        kind,
        story -> {
          var writer = story.open("writer");
          var reader = story.open("reader");
          for (int number = 0; number < 40; number++) {
            String title = "page" + number;
            writer.beforeWrite("page", () -> writer.wants(Fault.HALF_WAY));
            writer.wait(() -> writer.putBoth(Durability.BUFFERED, title, title + "last", "new"));
            requireSeen(reader, title, "new");
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void joiningThatFewReplicasHave_othersFoldMeanwhile_itsAdditionsCount(Kind kind) {
    Scenario.play(
        kind,
        story -> {
          int trials = 60;
          var ahead = story.open("ahead", Duration.ofMinutes(1));
          for (int number = 0; number < trials; number++) {
            String title = "page" + number;
            ahead.wait(() -> ahead.put(title));
            story.pass(Duration.ofSeconds(5));
            var joiner = story.open("joiner" + number);
            joiner.beforeWrite(
                "portolan_sessions",
                () -> {
                  joiner.wants(Fault.HALF_WAY);
                  joiner.beforeWrite(
                      "portolan_sessions",
                      () -> joiner.process.pause(Duration.ofSeconds(10), false));
                });
            var joining = joiner.begin(() -> joiner.put(title + "joined"));
            story.pass(Duration.ofSeconds(5));
            ahead.wait(ahead::sweep);
            story.join(joining);
            ahead.wait(
                () ->
                    assertThat(ahead.store().counter("pages"))
                        .as("after " + title)
                        .isEqualTo(2 * Integer.parseInt(title.substring(4)) + 2));
            joiner.wait(() -> joiner.store().close());
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void creationHeldUpForADay_rowMadeAndDeletedMeanwhile_isToldTheTruth(Kind kind) {
    Scenario.play(
        kind,
        story -> {
          var slow = story.open("slow");
          slow.wait(() -> slow.put("own"));
          var other = story.open("other");
          slow.beforeWrite("page", () -> slow.process.pause(Duration.ofHours(27), false));
          boolean[] acknowledged = {false};
          var writing =
              slow.begin(
                  () -> {
                    try {
                      slow.put("page");
                      acknowledged[0] = true;
                    } catch (OutcomeUnknownException e) {
                      // An unknown outcome is a true answer too.
                    }
                  });
          story.pass(Duration.ofMinutes(1));
          other.wait(() -> other.put("page"));
          other.wait(() -> other.rename("page", "other"));
          story.pass(Duration.ofHours(26));
          other.wait(() -> other.check(false));
          story.join(writing);
          if (acknowledged[0]) {
            other.wait(() -> assertThat(Scenario.text(other, "page")).contains("page"));
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void rollForwardThatFewReplicasHave_decidingRowWrittenAgain_isSeenByAll(Kind kind) {
    Scenario.play(
        kind,
        story -> {
          var other = story.open("other");
          var reader = story.open("reader");
          for (int number = 0; number < 40; number++) {
            String title = "page" + number;
            var writer = story.open("writer" + number);
            writer.wait(() -> writer.putBoth(title, title + "last", "old"));
            // Longer than the writer keeps outboxes: only its own writes of rows count below.
            story.pass(Duration.ofSeconds(10));
            Runnable third =
                () -> {
                  writer.wants(Fault.HALF_WAY);
                  writer.diesBefore("page", 1);
                };
            Runnable second = () -> writer.beforeWrite("page", third);
            writer.beforeWrite("page", () -> writer.beforeWrite("page", second));
            writer.wait(() -> writer.putBoth(title, title + "last", "new"));
            // Takes the outbox over which says that the first row is to be rolled forward.
            other.wait(() -> other.put(title + "last"));
            requireSeen(reader, title, "new");
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void loadOverWhatADeadWriterLeft_serversForgetWhatIsNotSynced_nothingIsMissing(Kind kind) {
    Scenario.play(
        kind,
        story -> {
          List<String> titles = IntStream.range(0, 10).mapToObj(n -> "page" + n).toList();
          for (String title : titles) {
            var dead = story.open("dead");
            dead.diesBefore("backlinks", 1);
            dead.wait(() -> dead.put(title, "target"));
          }
          story.pass(Duration.ofMinutes(1));
          var loader = story.open("loader");
          for (String title : titles) {
            loader.wait(() -> loader.load(title, "new"));
          }
          story.pass(Duration.ofMillis(1_500));
          story.restartServers();
          story.requireRight(titles.toArray(String[]::new));
        });
  }
}
