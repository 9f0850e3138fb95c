package org.portolan.bench.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.portolan.bench.search.ScriptedStore.Answer;
import org.portolan.bench.search.SearchResult.End;
import org.portolan.bench.search.SearchSpec.Axis;

/** The trails of searches on stores that follow a script. */
final class SearchTrailTest {
  private static final SearchSpec SPEC =
      new SearchSpec(
          Axis.RATE,
          0.95,
          Duration.ofMillis(200),
          Duration.ofSeconds(10),
          100,
          10_000,
          0.1,
          4,
          0.95);

  private static SearchResult search(BiFunction<Integer, Double, Answer> script) {
    return search(SPEC, script);
  }

  private static SearchResult search(SearchSpec spec, BiFunction<Integer, Double, Answer> script) {
    return new LoadSearch(spec, new ScriptedStore(spec.within(), script), SearchListener.NONE)
        .run();
  }

  private static String trail(SearchResult result) {
    return result.steps().stream()
        .map(
            step ->
                step.purpose().spelling()
                    + " "
                    + Loads.text(step.outcome().load())
                    + " "
                    + step.judgement().verdict().spelling())
        .collect(Collectors.joining("\n"));
  }

  @Test
  void search_ofAClearLimit_doublesHalvesAndConfirms() {
    SearchResult result = search((number, load) -> Answer.share(load <= 730 ? 0.99 : 0.2));
    assertThat(trail(result))
        .isEqualTo(
            """
            bracket 100 pass
            bracket 200 pass
            bracket 400 pass
            bracket 800 fail
            bisect 600 pass
            bisect 700 pass
            bisect 750 fail
            confirm 700 pass\
            """);
    assertThat(result.end()).isEqualTo(End.FOUND);
    assertThat(result.confirmed()).isTrue();
    assertThat(result.text()).isEqualTo("the limit lies between 700/s and 750/s");
    assertThat(result.notes()).isEmpty();
    assertThat(result.steps().get(7).outcome().length()).isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void search_fromAboveTheLimit_halvesFirst() {
    SearchResult result = search((number, load) -> Answer.share(load <= 30 ? 0.99 : 0.2));
    assertThat(trail(result)).startsWith("bracket 100 fail\nbracket 50 fail\nbracket 25 pass\n");
    assertThat(result.text()).isEqualTo("the limit lies between 29.7/s and 31.3/s");
  }

  @Test
  void search_ofAShareAtTheLimit_probesLongerAndLeavesItInside() {
    SearchResult result =
        search((number, load) -> Answer.share(load < 700 ? 0.99 : load <= 760 ? 0.95 : 0.2));
    assertThat(trail(result))
        .contains("bisect 700 undecided\nlonger 700 undecided\nlonger 700 undecided\nbisect");
    assertThat(result.end()).isEqualTo(End.FOUND);
    assertThat(result.passes().orElseThrow()).isBetween(600.0, 700.0);
    assertThat(result.fails().orElseThrow()).isBetween(760.0, 800.0);
  }

  @Test
  void search_ofAStoreThatFailsRequests_takesNoLatencyForAnExcuse() {
    SearchResult result = search((number, load) -> new Answer(1, load > 300 ? 3 : 0, false, false));
    assertThat(result.fails().orElseThrow()).isBetween(300.0, 330.0);
    assertThat(result.steps().get(2).judgement().reason())
        .isEqualTo("3 failed: the store is broken");
  }

  @Test
  void search_withASlowGenerator_endsWithoutALimit() {
    SearchResult result =
        search((number, load) -> new Answer(load >= 400 ? 0.2 : 0.99, 0, load >= 400, false));
    assertThat(trail(result))
        .isEqualTo(
            """
            bracket 100 pass
            bracket 200 pass
            bracket 400 client-bound
            repeat 400 client-bound
            repeat 400 client-bound\
            """);
    assertThat(result.end()).isEqualTo(End.CLIENT_BOUND);
    assertThat(result.fails()).isEmpty();
    assertThat(result.text())
        .isEqualTo(
            "200/s passed before the generator reached its own limit; the limit of the store is not"
                + " known");
  }

  @Test
  void search_withAGeneratorLateForOnce_repeatsThatProbe() {
    SearchResult result =
        search(
            (number, load) ->
                new Answer(
                    load <= 730 ? number % 3 == 0 ? 0.8 : 0.99 : 0.2, 0, number % 3 == 0, false));
    assertThat(trail(result))
        .isEqualTo(
            """
            bracket 100 pass
            bracket 200 pass
            bracket 400 client-bound
            repeat 400 pass
            bracket 800 fail
            bisect 600 client-bound
            repeat 600 pass
            bisect 700 pass
            bisect 750 client-bound
            repeat 750 fail
            confirm 700 pass\
            """);
    assertThat(result.text()).isEqualTo("the limit lies between 700/s and 750/s");
    // The lateness of a confirming run does not count against the load either.
    SearchResult confirmed =
        search((number, load) -> new Answer(load <= 730 ? 0.99 : 0.2, 0, number == 8, false));
    assertThat(trail(confirmed)).endsWith("bisect 750 fail\nconfirm 700 pass");
    assertThat(confirmed.steps().get(7).judgement().reason())
        .isEqualTo("in time all the same: free workers were late");
  }

  /** Earlier probes of a load remain evidence beside a probe with a late generator. */
  @Test
  void search_withALateGeneratorAtALoadThatFailed_judgesAllItsProbes() {
    SearchResult result =
        search(
            (number, load) ->
                load == 200
                    ? new Answer(number == 2 ? 0.8 : 0.999, 0, number != 2, false)
                    : Answer.share(load <= 730 ? 0.999 : 0.2));
    assertThat(trail(result)).startsWith("bracket 100 pass\nbracket 200 fail\nabove 400 pass\n");
    assertThat(result.steps().get(3).judgement().share()).isBetween(0.89, 0.91);
  }

  @Test
  void search_byThreadsWithASlowGenerator_takesNoPassFromIt() {
    SearchSpec threads =
        new SearchSpec(
            Axis.THREADS,
            0.95,
            Duration.ofMillis(200),
            Duration.ofSeconds(10),
            1,
            100,
            0.1,
            4,
            0.95);
    // Threads that are slow to send the next request put less load on the store than their number
    // says.
    SearchResult result = search(threads, (number, load) -> new Answer(0.99, 0, load > 2, false));
    assertThat(trail(result)).contains("bracket 4 client-bound\nrepeat 4 client-bound\n");
    assertThat(result.end()).isEqualTo(End.CLIENT_BOUND);
  }

  @Test
  void search_disturbedOnce_looksAboveAndTriesAgain() {
    SearchResult result =
        search((number, load) -> Answer.share(number == 2 ? 0.8 : load <= 730 ? 0.999 : 0.2));
    assertThat(trail(result))
        .startsWith("bracket 100 pass\nbracket 200 fail\nabove 400 pass\nagain 200 ");
    assertThat(result.text()).isEqualTo("the limit lies between 700/s and 750/s");
  }

  @Test
  void search_ofAStoreThatPassesAboveAFail_saysSo() {
    SearchResult result =
        search((number, load) -> Answer.share(load > 150 && load < 350 ? 0.8 : 0.99));
    assertThat(trail(result)).contains("bracket 200 fail\nabove 400 pass\nagain 200 fail\n");
    assertThat(result.passes().orElseThrow()).isEqualTo(150);
    assertThat(result.notes())
        .singleElement()
        .asString()
        .startsWith("400/s passes although 16")
        .endsWith("fails: the answer is the limit up to which nothing failed");
  }

  @Test
  void search_whoseAnswerIsNotConfirmed_goesOnBelow() {
    // The store becomes slower after seven probes.
    SearchResult result =
        search((number, load) -> Answer.share(load <= (number <= 7 ? 730 : 500) ? 0.99 : 0.2));
    assertThat(trail(result))
        .contains("confirm 700 fail\nbisect 650 fail\nconfirm 600 fail\nbisect 500 pass");
    assertThat(result.notes().get(0))
        .isEqualTo("700/s passed, but did not pass the confirming run");
    assertThat(result.end()).isEqualTo(End.FOUND);
    assertThat(result.confirmed()).isTrue();
    assertThat(result.passes().orElseThrow()).isEqualTo(500);
  }

  @Test
  void search_thatIsInterrupted_hasWhatWasKnown() {
    SearchResult result =
        search((number, load) -> new Answer(load <= 150 ? 0.99 : 0.2, 0, false, number == 4));
    assertThat(result.end()).isEqualTo(End.INTERRUPTED);
    assertThat(result.steps()).hasSize(3);
    assertThat(result.text()).isEqualTo("stopped: 150/s passed, 200/s failed");
    SearchResult atOnce = search((number, load) -> new Answer(1, 0, false, true));
    assertThat(atOnce.text()).isEqualTo("stopped: nothing passed");
  }

  @Test
  void search_whereNothingOrEverythingPasses_saysThat() {
    SearchResult nothing = search((number, load) -> Answer.share(0.1));
    assertThat(nothing.text()).isEqualTo("even 1/s is too much");
    SearchResult everything = search((number, load) -> Answer.share(0.999));
    assertThat(everything.text())
        .isEqualTo("10,000/s passed, and nothing failed up to 10,000/s, the most allowed");
    assertThat(everything.confirmed()).isTrue();
  }

  @Test
  void search_ofAStoreWithoutOrder_ends() {
    SearchResult result =
        search(
            (number, load) ->
                Answer.share(((number * 2_654_435_761L) >>> 7) % 2 == 0 ? 0.999 : 0.7));
    assertThat(result.steps()).hasSizeLessThanOrEqualTo(101);
    assertThat(result.notes()).isNotEmpty();
  }

  @Test
  void spec_thatMakesNoSense_isRefused() {
    assertThatThrownBy(
            () ->
                new SearchSpec(
                    Axis.RATE,
                    95,
                    Duration.ofMillis(200),
                    Duration.ofSeconds(10),
                    1,
                    1,
                    0.1,
                    4,
                    0.95))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("between 0 and 1");
  }
}
