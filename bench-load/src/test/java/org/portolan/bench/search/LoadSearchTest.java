package org.portolan.bench.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.portolan.bench.search.SearchResult.End;
import org.portolan.bench.search.SearchSpec.Axis;
import org.portolan.bench.search.SimulatedQueue.Arrivals;
import org.portolan.bench.search.SimulatedQueue.Service;

/** Searches on queues whose limit is known. {@code -Dportolan.searches=200} runs more searches. */
@Tag("long")
final class LoadSearchTest {
  private static final int SEARCHES = Integer.getInteger("portolan.searches", 80);
  private static final Duration LIMIT = Duration.ofMillis(40);
  private static final double SERVED = 200;

  private static SearchSpec spec(Axis by, double start) {
    return new SearchSpec(by, 0.95, LIMIT, Duration.ofSeconds(30), start, 1e6, 0.05, 4, 0.95);
  }

  @Test
  void theory_ofOneServer_isThatOfManyWithOne() {
    assertThat(QueueTheory.exponentialServers(1, SERVED, 0.04, 0.95))
        .isCloseTo(QueueTheory.oneExponentialServer(SERVED, 0.04, 0.95), within(0.001));
    // Poisson with mean 20: 12 or fewer have probability 0.039, 13 or fewer 0.066 (tables).
    assertThat(QueueTheory.clients(1_000, 0.02, 0.95)).isEqualTo(13);
  }

  @Test
  void search_ofPoissonArrivalsAtOneServer_holdsTheLimit() {
    double limit = QueueTheory.oneExponentialServer(SERVED, 0.04, 0.95);
    assertHolds(limit, 0.20, seed -> queue(Arrivals.POISSON, Service.EXPONENTIAL, 1, SERVED, seed));
  }

  @Test
  void search_ofSeveralServers_holdsTheLimit() {
    double limit = QueueTheory.exponentialServers(4, SERVED / 2, 0.04, 0.95);
    assertHolds(
        limit, 0.20, seed -> queue(Arrivals.POISSON, Service.EXPONENTIAL, 4, SERVED / 2, seed));
  }

  @Test
  void search_ofConstantService_holdsTheLimit() {
    double limit = QueueTheory.oneConstantServer(SERVED, 0.04, 0.95);
    assertHolds(limit, 0.20, seed -> queue(Arrivals.POISSON, Service.CONSTANT, 1, SERVED, seed));
  }

  @Test
  void search_ofUniformArrivals_holdsTheLimit() {
    double limit = QueueTheory.uniformArrivals(SERVED, 0.04, 0.95);
    assertHolds(limit, 0.20, seed -> queue(Arrivals.UNIFORM, Service.EXPONENTIAL, 1, SERVED, seed));
  }

  @Test
  void search_byThreads_holdsTheNumberOfClients() {
    int clients = QueueTheory.clients(SERVED, 0.1, 0.95);
    int held = 0;
    for (long seed = 1; seed <= SEARCHES; seed++) {
      SearchSpec spec =
          new SearchSpec(
              Axis.THREADS,
              0.95,
              Duration.ofMillis(100),
              Duration.ofSeconds(30),
              1,
              1_000,
              0.05,
              4,
              0.95);
      SimulatedQueue queue =
          new SimulatedQueue(Arrivals.CLOSED, Service.EXPONENTIAL, 1, SERVED, spec.within(), seed);
      SearchResult result = new LoadSearch(spec, queue, SearchListener.NONE).run();
      assertThat(result.end()).as("seed " + seed).isEqualTo(End.FOUND);
      assertThat(queue.probed()).allMatch(load -> load == Math.rint(load));
      // Passing clients are within the limit, failing ones beyond it.
      held +=
          result.passes().orElseThrow() <= clients && result.fails().orElseThrow() > clients
              ? 1
              : 0;
      assertThat(result.stepOfPasses().orElseThrow().outcome().throughput())
          .as("seed " + seed)
          .isCloseTo(SERVED, within(SERVED * 0.1));
    }
    assertThat(held / (double) SEARCHES).isGreaterThanOrEqualTo(0.95);
  }

  /** The search finds a store slowed by a known delay to be slower by that much. */
  @Test
  void search_ofAServerSlowedByAQuarter_findsItSlowerByThatMuch() {
    double quick = QueueTheory.oneConstantServer(SERVED, 0.04, 0.95);
    double slow = QueueTheory.oneConstantServer(SERVED * 0.8, 0.04, 0.95);
    int held = 0;
    for (long seed = 1; seed <= SEARCHES / 2; seed++) {
      SearchResult before = search(queue(Arrivals.POISSON, Service.CONSTANT, 1, SERVED, seed));
      SearchResult after =
          search(queue(Arrivals.POISSON, Service.CONSTANT, 1, SERVED * 0.8, seed + SEARCHES));
      double least = after.passes().orElseThrow() / before.fails().orElseThrow();
      double most = after.fails().orElseThrow() / before.passes().orElseThrow();
      held += least <= slow / quick && slow / quick <= most ? 1 : 0;
      assertThat(most).as("seed " + seed + ": shown to be slower").isLessThan(1);
    }
    assertThat(held / (SEARCHES / 2.0)).isGreaterThanOrEqualTo(0.95);
  }

  private static SearchResult search(ProbeTarget target) {
    return new LoadSearch(spec(Axis.RATE, 50), target, SearchListener.NONE).run();
  }

  private static SimulatedQueue queue(
      Arrivals arrivals, Service service, int servers, double perSecond, long seed) {
    return new SimulatedQueue(arrivals, service, servers, perSecond, LIMIT, seed);
  }

  private static void assertHolds(double limit, double widthMax, LongFunction<ProbeTarget> queues) {
    int held = 0;
    double widths = 0;
    int steps = 0;
    StringBuilder missed = new StringBuilder();
    for (long seed = 1; seed <= SEARCHES; seed++) {
      SearchResult result = search(queues.apply(seed));
      assertThat(result.end()).as("seed " + seed).isEqualTo(End.FOUND);
      double low = result.passes().orElseThrow();
      double high = result.fails().orElseThrow();
      if (low <= limit && limit <= high) {
        held++;
      } else {
        missed.append(" seed ").append(seed).append(": ").append(low).append(" to ").append(high);
      }
      widths += (high - low) / high / SEARCHES;
      steps += result.steps().size();
    }
    assertThat(held / (double) SEARCHES)
        .as("limit " + limit + ", missed:" + missed)
        .isGreaterThanOrEqualTo(0.95);
    assertThat(widths).as("mean width, with " + steps / SEARCHES + " probes").isLessThan(widthMax);
  }

  /** On a machine that stalls, a probe of some seconds may have seen one of them. */
  @Test
  void probeThatSawOneSecond_decidesNothing() {
    SearchSpec spec = spec(Axis.RATE, 100);
    Responses responses = new Responses(1);
    for (int response = 0; response < 50; response++) {
      responses.add(0, 0.001);
    }
    ProbeOutcome one = responses.outcome(100, Duration.ofSeconds(3), spec.within(), 0);
    Judgement judgement = Judgement.of(spec, List.of(one));
    assertThat(judgement.verdict()).isEqualTo(Judgement.Verdict.UNDECIDED);
    assertThat(Judgement.of(spec, Collections.nCopies(10, one)).verdict())
        .isEqualTo(Judgement.Verdict.PASS);
  }
}
