package org.portolan.bench.search;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * A store that follows a script for each probe, to show what no simulated queue shows: pauses,
 * failures, a generator that is too slow.
 */
final class ScriptedStore implements ProbeTarget {
  private static final int REQUESTS_PER_SECOND = 1_000;

  private final Duration limit;
  private final BiFunction<Integer, Double, Answer> script;

  /**
   * The result of a probe.
   *
   * @param share of the requests in time
   */
  record Answer(double share, long failures, boolean clientBound, boolean interrupted) {
    static Answer share(double share) {
      return new Answer(share, 0, false, false);
    }
  }

  /**
   * @param script gives the answer by number and load of a probe
   */
  ScriptedStore(Duration limit, BiFunction<Integer, Double, Answer> script) {
    this.limit = limit;
    this.script = script;
  }

  @Override
  public Settled settle() {
    return Settled.atOnce();
  }

  @Override
  public ProbeOutcome probe(int number, double load, Duration length) {
    Answer answer = script.apply(number, load);
    Responses responses = new Responses((int) length.toSeconds());
    double intime = limit.toMillis() / 2e3;
    for (int second = 0; second < length.toSeconds(); second++) {
      for (int request = 0; request < REQUESTS_PER_SECOND; request++) {
        boolean late = request >= answer.share * REQUESTS_PER_SECOND;
        responses.add(second, late ? 3 * intime : intime);
      }
    }
    ProbeOutcome outcome = responses.outcome(load, length, limit, answer.failures);
    return new ProbeOutcome(
        outcome.load(),
        outcome.length(),
        outcome.blocks(),
        outcome.throughput(),
        outcome.median(),
        outcome.response95(),
        outcome.response99(),
        outcome.failures(),
        outcome.failureText(),
        answer.clientBound ? Optional.of("free workers were late") : Optional.empty(),
        "",
        Responses.NOT_SAMPLED,
        answer.interrupted);
  }
}
