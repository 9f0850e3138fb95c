package org.portolan.bench.workload.trace;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.portolan.bench.api.Text;
import org.portolan.bench.load.Drive;
import org.portolan.bench.load.LoadSpec;
import org.portolan.bench.load.Outcome;
import org.portolan.bench.load.PacedWorkload;
import org.portolan.bench.load.Progress;
import org.portolan.bench.load.Schedule;
import org.portolan.bench.load.Worker;
import org.portolan.bench.random.Seeds;
import org.portolan.bench.workload.trace.PageRequest.Kind;
import org.portolan.bench.workload.wiki.WikiAccess;
import org.portolan.bench.workload.wiki.WikiActs;
import org.portolan.bench.workload.wiki.WikiLoad;

/**
 * The requests of a trace, each at its time in the trace, slower or faster by a pace. The thread
 * that takes a start performs its request. If the wiki has a page with the title, that page is
 * used; any other title always maps to the same page, so that frequent titles remain frequent.
 * Reads the trace while it runs, so it can run only once.
 */
final class ReplayWorkload extends WikiLoad implements PacedWorkload {
  private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private final Path trace;
  private final TraceFilter filter;
  private final double pace;
  private final int pages;
  private final TraceSurvey survey;
  private final TraceReader reader;

  @SuppressWarnings("ThreadLocalUsage") // One for each run; threads end with it.
  private final ThreadLocal<PageRequest> taken = new ThreadLocal<>();

  private long exact;

  /**
   * Takes over an open wiki.
   *
   * @param pace 1 as in the trace, 2 twice as fast
   * @param pages the number of pages with which an empty wiki is filled
   */
  ReplayWorkload(
      WikiAccess wiki, Path trace, TraceFilter filter, TraceSurvey survey, double pace, int pages) {
    super(wiki);
    this.trace = trace;
    this.filter = filter;
    this.survey = survey;
    this.pace = pace;
    this.pages = pages;
    this.reader = TraceReader.open(trace, filter);
  }

  @Override
  public LoadSpec spec(int workers, long seed) {
    Duration length = Duration.ofNanos(start(survey.lastMillis()) + 1);
    return new LoadSpec(new Drive.Given(freeSince -> next(), workers), Duration.ZERO, length, seed);
  }

  private long start(long millis) {
    return (long) ((millis - survey.firstMillis()) * NANOS_PER_MILLI / pace);
  }

  private synchronized long next() {
    Optional<PageRequest> request = reader.next();
    if (request.isEmpty()) {
      return Schedule.END;
    }
    taken.set(request.get());
    return start(request.get().millis());
  }

  @Override
  public String name() {
    return "replay";
  }

  @Override
  public Map<String, String> configuration() {
    Map<String, String> configuration = super.configuration();
    configuration.put("trace", trace.toString());
    configuration.put("host", filter.host().isEmpty() ? "any" : filter.host());
    configuration.put(
        "share", Text.format("%.4g of the %s", filter.share(), filter.by().spelling()));
    configuration.put("pace", Double.toString(pace));
    configuration.put("requests", survey.text().strip());
    if (ranks() != null) {
      configuration.put("pages", Integer.toString(ranks().size()));
      configuration.put(
          "titles",
          Text.format(
              "%s of %s requests are for existing pages; the other titles are mapped to"
                  + " existing pages",
              exact, survey.requests()));
    }
    return configuration;
  }

  @Override
  public List<String> operations() {
    return Stream.of(Kind.values()).map(Kind::spelling).toList();
  }

  @Override
  public void prepare(Progress progress) {
    rankPages(pages, 0, progress);
    exact = 0;
    try (TraceReader requests = TraceReader.open(trace, filter)) {
      for (Optional<PageRequest> next = requests.next(); next.isPresent(); next = requests.next()) {
        exact += ranks().exists(next.get().title()) ? 1 : 0;
      }
    }
  }

  @Override
  public Worker worker(int number, long seed) {
    WikiActs does = user(number, new Seeds(seed), 0);
    return () -> perform(does);
  }

  private Outcome perform(WikiActs does) {
    PageRequest request = taken.get();
    if (request == null) {
      throw new IllegalStateException("a replay takes its starts from the trace, not from a rate");
    }
    String title = title(request.title());
    int operation = List.of(Kind.values()).indexOf(request.kind());
    try {
      return switch (request.kind()) {
        case VIEW -> does.view(operation, title);
        case HISTORY -> does.history(operation, title);
        case FORM -> does.form(operation, title);
        case EDIT ->
            request.text().isPresent()
                ? does.replace(operation, title, request.text().get())
                : does.edit(operation, title);
      };
    } catch (RuntimeException e) {
      return Outcome.of(operation, e);
    }
  }

  private String title(String asked) {
    return ranks().exists(asked) ? asked : ranks().standIn(asked);
  }

  @Override
  public void close() {
    reader.close();
    super.close();
  }
}
