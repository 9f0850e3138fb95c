package org.portolan.bench.workload.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.portolan.bench.random.Distributions;
import org.portolan.bench.random.Seeds;
import org.portolan.bench.random.Skew;
import org.portolan.bench.random.Trace;
import org.portolan.bench.workload.trace.TraceFilter.By;

/** Reads the traces in {@code ../shared/data}, if they exist. */
class RealTraceTest {
  private static final Path TRACES =
      Path.of(System.getProperty("portolan.root", ".")).resolve("../shared/data/traces");

  @Test
  void wikiBenchTrace_isReadToTheEnd() {
    Path trace = TRACES.resolve("wikibench-2007-09-30-first47280.txt.gz");
    assumeThat(trace).exists();
    try (TraceReader reader = TraceReader.open(trace, new TraceFilter("", 1, By.REQUESTS, 1))) {
      TraceSurvey survey = reader.survey();
      System.out.print(survey.text());
      assertThat(survey.lines()).isEqualTo(47_280);
      assertThat(survey.unreadable()).isZero();
      assertThat(survey.kept().get(PageRequest.Kind.EDIT)).isEqualTo(10);
      assertThat(survey.requests()).isGreaterThan(5_000);
      assertThat(survey.seconds()).isBetween(20.0, 25.0);
    }
  }

  @Test
  void popularityTrace_isSkewed() {
    Path trace = TRACES.resolve("wikipedia-popularity-10k.txt.gz");
    assumeThat(trace).exists();
    Trace distribution = (Trace) Distributions.parse("trace:" + trace);
    Skew skew = Skew.of(distribution, distribution.size(), new Seeds(1));
    System.out.println(skew.text());
    assertThat(distribution.size()).isGreaterThan(9_000);
    assertThat(skew.hottestTenth()).isBetween(0.3, 1.0);
    assertThat(skew.exponent()).isBetween(0.3, 2.0);
  }
}
