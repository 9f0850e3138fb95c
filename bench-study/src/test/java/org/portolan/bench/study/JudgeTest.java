package org.portolan.bench.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.portolan.bench.study.Claim.Expected;
import org.portolan.bench.study.Verdict.Word;

class JudgeTest {
  private static final Step STEP =
      new Step(
          "s",
          Step.Kind.RUN,
          "no-operation",
          Step.EMBEDDED,
          List.of("v"),
          Map.of(),
          List.of(),
          OptionalInt.empty());

  private static final Optional<Map<String, String>> OTHER = Optional.of(Map.of("v", "other"));
  private static final OptionalDouble NONE = OptionalDouble.empty();

  /** Returns a claim about a figure of the cell "one". */
  private static Claim about(
      String figure,
      Optional<Map<String, String>> beside,
      Expected expect,
      OptionalDouble by,
      OptionalDouble more) {
    return new Claim("c", "text", figure, Map.of("v", "one"), beside, expect, by, more, "");
  }

  private static Claim claim(Expected expect, double by) {
    return about("s.f", OTHER, expect, OptionalDouble.of(by), NONE);
  }

  private static Claim bound(Expected expect, double by) {
    return about("s.f", Optional.empty(), expect, OptionalDouble.of(by), NONE);
  }

  private static Verdict verdict(Claim claim, double[] one, double... other) {
    return new Judge(result(claim, cell("one", one), cell("other", other))).verdicts().get(0);
  }

  private static StudyResult result(Claim claim, StudyResult.OfCell... cells) {
    Study study =
        new Study(
            "n",
            "t",
            "p",
            "q",
            Map.of(Size.DEFAULT, Map.of("v", List.of("one", "other"), "rounds", List.of("3"))),
            Map.of(),
            Map.of(),
            List.of(STEP),
            List.of(claim),
            List.of(),
            List.of(),
            List.of(),
            List.of());
    return new StudyResult(study, Size.DEFAULT, "machine", "now", 0, List.of(cells));
  }

  private static StudyResult.OfCell cell(String value, double... figures) {
    List<Map<String, Double>> rounds = new ArrayList<>();
    for (double figure : figures) {
      rounds.add(Map.of("f", figure));
    }
    return new StudyResult.OfCell(new Cell(STEP, Map.of("v", value)), rounds, List.of(), List.of());
  }

  @Test
  void ratio_thatIsClear_decides() {
    double[] high = {20, 21, 19};
    double[] low = {10, 10.2, 9.9};
    assertThat(verdict(claim(Expected.HIGHER, 1), high, low).word()).isEqualTo(Word.HOLDS);
    assertThat(verdict(claim(Expected.HIGHER, 1), low, high).word()).isEqualTo(Word.DOES_NOT_HOLD);
    assertThat(verdict(claim(Expected.LOWER, 1), low, high).word()).isEqualTo(Word.HOLDS);
    assertThat(verdict(claim(Expected.HIGHER, 3), high, low).word()).isEqualTo(Word.DOES_NOT_HOLD);
    assertThat(verdict(claim(Expected.ALIKE, 1.2), high, low).word()).isEqualTo(Word.DOES_NOT_HOLD);
    assertThat(verdict(claim(Expected.ALIKE, 3), high, low).word()).isEqualTo(Word.HOLDS);
    assertThat(verdict(claim(Expected.HIGHER, 1), high, low).text()).startsWith("1.99 (");
  }

  @Test
  void factorBelowOne_allowsAShortfall() {
    double[] best = {20, 20.1, 19.9};
    double[] near = {19.1, 19, 18.9};
    double[] far = {17, 17.1, 16.9};
    assertThat(verdict(claim(Expected.HIGHER, 0.9), near, best).word()).isEqualTo(Word.HOLDS);
    assertThat(verdict(claim(Expected.HIGHER, 0.9), far, best).word())
        .isEqualTo(Word.DOES_NOT_HOLD);
    assertThat(verdict(claim(Expected.LOWER, 0.9), best, near).word()).isEqualTo(Word.HOLDS);
    assertThat(verdict(claim(Expected.LOWER, 0.9), best, far).word()).isEqualTo(Word.DOES_NOT_HOLD);
  }

  @Test
  void ratio_thatVaries_decidesNothing() {
    double[] wild = {5, 40, 12};
    double[] steady = {10, 10.2, 9.9};
    for (Expected expect : Expected.values()) {
      assertThat(verdict(claim(expect, 1.5), wild, steady).word()).isEqualTo(Word.NOT_DECIDED);
    }
  }

  @Test
  void oneRound_isTooFew_andNoneIsNotMeasured() {
    assertThat(verdict(claim(Expected.HIGHER, 1), new double[] {20}, 10).word())
        .isEqualTo(Word.TOO_FEW);
    assertThat(verdict(claim(Expected.HIGHER, 1), new double[] {}, 10, 11, 12).word())
        .isEqualTo(Word.NOT_MEASURED);
  }

  /** A factor would not tell whether a round trip lies between two times. */
  @Test
  void difference_isComparedInTheFiguresUnit() {
    double[] far = {42, 43, 42.5};
    double[] near = {1, 1.2, 0.9};
    assertThat(verdict(apart(Expected.HIGHER, 40), far, near).word()).isEqualTo(Word.HOLDS);
    assertThat(verdict(apart(Expected.HIGHER, 43), far, near).word()).isEqualTo(Word.DOES_NOT_HOLD);
    assertThat(verdict(apart(Expected.HIGHER, 41.5), far, near).word()).isEqualTo(Word.NOT_DECIDED);
    assertThat(verdict(apart(Expected.LOWER, 40), near, far).word()).isEqualTo(Word.HOLDS);
    assertThat(verdict(apart(Expected.LOWER, 40), far, near).word()).isEqualTo(Word.DOES_NOT_HOLD);
    assertThat(verdict(apart(Expected.HIGHER, 40), new double[] {42}, near).word())
        .isEqualTo(Word.TOO_FEW);
    Verdict verdict = verdict(apart(Expected.HIGHER, 40), far, near);
    assertThat(verdict.text()).startsWith("41.5 (");
    assertThat(verdict.ours()).isEqualTo("42.5 beside 1.03");
  }

  private static Claim apart(Expected expect, double more) {
    return about("s.f", OTHER, expect, NONE, OptionalDouble.of(more));
  }

  @Test
  void zeros_areJudgedByDifferences() {
    double[] none = {0, 0, 0};
    double[] some = {4, 5, 4.5};
    assertThat(verdict(claim(Expected.LOWER, 1), none, some).word()).isEqualTo(Word.HOLDS);
    assertThat(verdict(claim(Expected.HIGHER, 1), none, some).word()).isEqualTo(Word.DOES_NOT_HOLD);
    assertThat(verdict(claim(Expected.HIGHER, 1), some, none).word()).isEqualTo(Word.HOLDS);
    assertThat(verdict(claim(Expected.LOWER, 1), some, none).word()).isEqualTo(Word.DOES_NOT_HOLD);
  }

  @Test
  void nothingBesideNothing_decidesOnlyThatTheyAreAlike() {
    double[] none = {0, 0, 0};
    assertThat(verdict(claim(Expected.LOWER, 1), none, none).word()).isEqualTo(Word.NOT_DECIDED);
    assertThat(verdict(claim(Expected.HIGHER, 1), none, none).word()).isEqualTo(Word.NOT_DECIDED);
    assertThat(verdict(claim(Expected.ALIKE, 1.5), none, none).word()).isEqualTo(Word.HOLDS);
  }

  @Test
  void nothing_isNotMoreThanNothing() {
    double[] none = {0, 0, 0};
    assertThat(verdict(bound(Expected.HIGHER, 0), none, 1).word()).isEqualTo(Word.NOT_DECIDED);
    assertThat(verdict(bound(Expected.HIGHER, 0), new double[] {2, 2.1, 1.9}, 1).word())
        .isEqualTo(Word.HOLDS);
    assertThat(verdict(bound(Expected.LOWER, 0), none, 1).word()).isEqualTo(Word.HOLDS);
  }

  @Test
  void bound_isComparedWithTheFigureItself() {
    Claim above = bound(Expected.HIGHER, 15);
    assertThat(verdict(above, new double[] {20, 21, 19}, 1).word()).isEqualTo(Word.HOLDS);
    assertThat(verdict(above, new double[] {10, 11, 10}, 1).word()).isEqualTo(Word.DOES_NOT_HOLD);
    assertThat(verdict(above, new double[] {10, 30, 15}, 1).word()).isEqualTo(Word.NOT_DECIDED);
  }

  /** The search itself knows between which loads the limit lies. */
  @Test
  void searchesMadeOnce_areJudgedByTheirBrackets() {
    assertThat(searched(Expected.HIGHER, 100, 110, 60, 70).word()).isEqualTo(Word.HOLDS);
    assertThat(searched(Expected.LOWER, 100, 110, 60, 70).word()).isEqualTo(Word.DOES_NOT_HOLD);
    assertThat(searched(Expected.HIGHER, 100, 110, 95, 105).word()).isEqualTo(Word.NOT_DECIDED);
  }

  private static Verdict searched(Expected expect, double... brackets) {
    Claim claim = about("s.limit", OTHER, expect, NONE, NONE);
    return new Judge(
            result(
                claim,
                found("one", brackets[0], brackets[1]),
                found("other", brackets[2], brackets[3])))
        .verdicts()
        .get(0);
  }

  private static StudyResult.OfCell found(String value, double passes, double fails) {
    Map<String, Double> figures =
        Map.of("passes", passes, "fails", fails, "limit", Math.sqrt(passes * fails));
    return new StudyResult.OfCell(
        new Cell(STEP, Map.of("v", value)), List.of(figures), List.of(), List.of());
  }
}
