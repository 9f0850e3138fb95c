package org.portolan.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.portolan.engine.Capabilities.TransactionScope;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Change;
import org.portolan.engine.Condition;
import org.portolan.engine.Condition.Absent;
import org.portolan.engine.Condition.ColumnEquals;
import org.portolan.engine.Durability;

/** Changes on a condition, alone and in races. */
abstract class ConditionContract extends EngineFixture {
  private static final int RACERS = 6;

  @BeforeEach
  void requireConditions() {
    if (!capabilities().conditionalWrite()) {
      assertThatThrownBy(() -> writeIf(new Absent("body"), body("t", 1)))
          .isInstanceOf(CapabilityException.class);
    }
    Assumptions.assumeTrue(
        capabilities().conditionalWrite(), "the engine has no conditions, and refuses them");
  }

  private boolean writeIf(Condition condition, Change... changes) {
    return engine.mutate(change("anna", 1, changes).on(condition), Durability.BUFFERED);
  }

  @Test
  void absent_ofAbsentFamily_holds() {
    write("anna", 1, mark(true));
    assertThat(writeIf(new Absent("body"), body("t", 1))).isTrue();
    assertThat(number(engine, "anna", 1)).isEqualTo(1);
  }

  @Test
  void absent_ofPresentFamily_changesNothing() {
    write("anna", 1, body(null, null));
    assertThat(writeIf(new Absent("body"), body("t", 1), mark(true))).isFalse();
    assertThat(number(engine, "anna", 1)).isNull();
    assertThat(read("anna", 1, everything()).family("mark")).isEmpty();
  }

  @Test
  void columnEquals_thatValue_holds() {
    write("anna", 1, body("t", 1));
    assertThat(writeIf(new ColumnEquals("body", "number", 1), body("t", 2))).isTrue();
    assertThat(number(engine, "anna", 1)).isEqualTo(2);
  }

  @Test
  void columnEquals_otherValueNullOrAbsent_changesNothing() {
    var condition = new ColumnEquals("body", "number", 1);
    assertThat(writeIf(condition, body("t", 9))).isFalse();
    write("anna", 1, body("t", null));
    assertThat(writeIf(condition, body("t", 9))).isFalse();
    write("anna", 1, body("t", 2));
    assertThat(writeIf(condition, body("t", 9))).isFalse();
    assertThat(number(engine, "anna", 1)).isEqualTo(2);
  }

  @Test
  void mutateAll_onConditions_saysOfEachWhetherItHeld() {
    write("anna", 1, body("t", 1));
    write("anna", 2, body("t", 2));
    List<Boolean> held =
        engine.mutateAll(
            List.of(
                change("anna", 1, body("t", 10)).on(new ColumnEquals("body", "number", 1)),
                change("anna", 2, body("t", 20)).on(new ColumnEquals("body", "number", 1)),
                change("anna", 3, body("t", 30)),
                change("anna", 4, body("t", 40)).on(new Absent("body"))),
            Durability.BUFFERED);
    assertThat(held).containsExactly(true, false, true, true);
    assertThat(List.of(1L, 2L, 3L, 4L))
        .extracting(at -> number(engine, "anna", at))
        .containsExactly(10, 2, 30, 40);
  }

  @Test
  void condition_onItemsToo_holdsForAllOrIsRefused() {
    Assumptions.assumeTrue(capabilities().items(), "the engine has no items");
    write("anna", 1, body("t", 1));
    if (capabilities().transactions() == TransactionScope.COLUMNS) {
      assertThatThrownBy(
              () -> writeIf(new ColumnEquals("body", "number", 1), entry(1, "a", "note")))
          .isInstanceOf(CapabilityException.class);
      assertThat(read("anna", 1, allEntries()).itemsOf("entries")).isEmpty();
      return;
    }
    assertThat(writeIf(new ColumnEquals("body", "number", 2), body("t", 2), entry(1, "a", "")))
        .isFalse();
    assertThat(writeIf(new ColumnEquals("body", "number", 1), body("t", 2), entry(1, "b", "")))
        .isTrue();
    assertThat(names(read("anna", 1, allEntries()))).containsExactly("b");
  }

  @Test
  void condition_ofUnknownNames_isRefused() {
    assertThatThrownBy(() -> writeIf(new Absent("nothing"), mark(true)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> writeIf(new ColumnEquals("body", "colour", 1), mark(true)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void absent_amongRacers_holdsForExactlyOne() {
    for (int round = 0; round < 30; round++) {
      int at = round;
      List<Boolean> won =
          race(
              IntStream.range(0, RACERS)
                  .<Callable<Boolean>>mapToObj(
                      racer ->
                          () ->
                              engine.mutate(
                                  change("race", at, body("t", racer)).on(new Absent("body")),
                                  Durability.BUFFERED))
                  .toList());
      assertThat(won).containsOnlyOnce(true);
      assertThat(won.get(number(engine, "race", at))).isTrue();
    }
  }

  @Test
  void columnEquals_amongRacers_countsEveryStepOnce() {
    write("anna", 1, body("t", 0));
    Callable<Integer> counter =
        () -> {
          int steps = 0;
          while (true) {
            int seen = number(engine, "anna", 1);
            if (seen >= 400) {
              return steps;
            }
            if (writeIf(new ColumnEquals("body", "number", seen), body("t", seen + 1))) {
              steps++;
            }
          }
        };
    List<Integer> steps = race(List.of(counter, counter, counter, counter));
    assertThat(steps.stream().mapToInt(Integer::intValue).sum()).isEqualTo(400);
    assertThat(number(engine, "anna", 1)).isEqualTo(400);
  }
}
