package org.portolan.bench.workload.trace;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.api.Spelled;
import org.portolan.bench.api.Text;
import org.portolan.bench.load.LoadSpec;
import org.portolan.bench.load.Workload;
import org.portolan.bench.load.WorkloadType;
import org.portolan.bench.workload.trace.TraceFilter.By;
import org.portolan.bench.workload.wiki.WikiAccess;
import org.portolan.bench.workload.wiki.WikiOptions;

/** The replay of a trace on the command line. */
public final class ReplayType {
  /** The trace determines the starts of operations. */
  public static final WorkloadType TYPE =
      new WorkloadType(
          "replay",
          "A trace of Wikipedia in WikiBench's format, replayed on a wiki at any pace.",
          parameters(),
          true,
          ReplayType::open);

  private ReplayType() {}

  private static List<Parameter> parameters() {
    List<Parameter> parameters = new ArrayList<>(WikiOptions.parameters());
    parameters.add(
        0, Parameter.path("trace", "The trace, plain or compressed by gzip; must be given."));
    parameters.add(
        Parameter.decimal(
            "pace", 0.001, 100_000, 1, "The pace: 1 as in the trace, 2 twice as fast."));
    parameters.add(
        Parameter.decimal("share", 1e-6, 1, 1, "The share of the trace to replay, up to 1."));
    parameters.add(
        Parameter.decimal(
            "reads",
            1e-6,
            1,
            1,
            "The share of the requests that are no saves, of those that remain; 0.05 as in Kruber"
                + " 2014, as if a cache stood before the wiki."));
    parameters.add(
        Parameter.choice(
            "by",
            Spelled.words(By.class),
            "pages",
            "Whether the share is one of the pages, with all their requests, or of the requests."));
    parameters.add(
        Parameter.text(
            "host", "en.wikipedia.org", "The site whose requests are replayed; 'any' for all."));
    parameters.add(WikiOptions.pages());
    return parameters;
  }

  private static void requireEnd(Path trace, TraceSurvey survey, double pace) {
    double days = survey.seconds() / LoadSpec.DURATION_MAX.toSeconds();
    if (days >= pace) {
      throw new IllegalArgumentException(
          Text.format(
              "the trace %s covers %.1f hours, and a run takes at most 24: instead of --pace %s give"
                  + " --pace %.2f or more",
              trace, days * 24, pace, Math.floor(days * 100 + 1) / 100));
    }
  }

  private static Workload open(BenchOptions options) {
    Path trace =
        options
            .path("trace")
            .orElseThrow(() -> new IllegalArgumentException("name the trace to replay"));
    String host = options.text("host");
    TraceFilter filter =
        new TraceFilter(
            host.equals("any") ? "" : host,
            options.decimal("share"),
            options.decimal("reads"),
            Spelled.of(By.class, options.text("by")),
            options.number("seed"));
    TraceSurvey survey;
    try (TraceReader reader = TraceReader.open(trace, filter)) {
      survey = reader.survey();
    }
    if (survey.requests() == 0) {
      throw new IllegalArgumentException(
          "the trace " + trace + " has no request to replay: " + survey.text().strip());
    }
    requireEnd(trace, survey, options.decimal("pace"));
    WikiAccess wiki = WikiOptions.open(options);
    try {
      return new ReplayWorkload(
          wiki, trace, filter, survey, options.decimal("pace"), options.integer("pages"));
    } catch (RuntimeException e) {
      wiki.close();
      throw e;
    }
  }
}
