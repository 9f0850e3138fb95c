package org.portolan.bench.workload.trace;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import org.portolan.bench.random.TextFile;
import org.portolan.bench.workload.trace.PageRequest.Dropped;
import org.portolan.bench.workload.trace.PageRequest.Kind;

/**
 * Reads the page requests of a trace, plain or compressed by gzip, in the order of their times. A
 * trace is only roughly sorted, since its lines were written when requests ended on some server.
 * Requests within {@value #WINDOW} lines are put in order; a request that comes even later gets the
 * time of the one before it. Used by one thread.
 */
final class TraceReader implements AutoCloseable {
  private static final int WINDOW = 10_000;

  private final Path file;
  private final BufferedReader lines;
  private final TraceFilter.Pass filter;
  private final PriorityQueue<Numbered> window =
      new PriorityQueue<>(
          Comparator.<Numbered>comparingLong(each -> each.request.millis())
              .thenComparingLong(each -> each.line));
  private final Map<Kind, Long> kept = new EnumMap<>(Kind.class);
  private final Map<Dropped, Long> dropped = new EnumMap<>(Dropped.class);
  private long lineNumber;
  private long unreadable;
  private String firstUnreadable = "";
  private long lateMillisMax;
  private long newest;
  private long given = Long.MIN_VALUE;
  private boolean ended;

  private record Numbered(PageRequest request, long line) {}

  private TraceReader(Path file, BufferedReader lines, TraceFilter.Pass filter) {
    this.file = file;
    this.lines = lines;
    this.filter = filter;
  }

  /**
   * Opens a trace.
   *
   * @throws UncheckedIOException if the file cannot be read
   */
  static TraceReader open(Path file, TraceFilter filter) {
    try {
      return new TraceReader(file, TextFile.open(file), filter.pass());
    } catch (IOException e) {
      throw new UncheckedIOException("the trace " + file + " cannot be read", e);
    }
  }

  /**
   * Returns the next request; its time is not before that of the one before. Empty at the end.
   *
   * @throws UncheckedIOException if the file cannot be read
   */
  Optional<PageRequest> next() {
    while (!ended && window.size() < WINDOW) {
      read();
    }
    Numbered first = window.poll();
    if (first == null) {
      return Optional.empty();
    }
    PageRequest request = first.request;
    if (request.millis() < given) {
      request = new PageRequest(given, request.kind(), request.title(), request.text());
    }
    given = request.millis();
    return Optional.of(request);
  }

  private void read() {
    String line;
    try {
      line = lines.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the trace " + file + " cannot be read after line " + lineNumber, e);
    }
    if (line == null) {
      ended = true;
      return;
    }
    lineNumber++;
    Optional<TraceLine> parsed = TraceLine.parse(line);
    if (parsed.isEmpty()) {
      if (unreadable++ == 0) {
        String shown = line.substring(0, Math.min(line.length(), 120));
        firstUnreadable = "line " + lineNumber + ": '" + shown + "'";
      }
      return;
    }
    PageRequest.Decision decision = filter.decide(parsed.get());
    if (decision.request().isEmpty()) {
      dropped.merge(decision.dropped(), 1L, Long::sum);
      return;
    }
    PageRequest request = decision.request().get();
    kept.merge(request.kind(), 1L, Long::sum);
    lateMillisMax = Math.max(lateMillisMax, newest - request.millis());
    newest = Math.max(newest, request.millis());
    window.add(new Numbered(request, lineNumber));
  }

  /** Reads to the end, and returns a survey of the trace. */
  TraceSurvey survey() {
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    for (Optional<PageRequest> request = next(); request.isPresent(); request = next()) {
      first = Math.min(first, request.get().millis());
      last = Math.max(last, request.get().millis());
    }
    return new TraceSurvey(
        lineNumber,
        unreadable,
        firstUnreadable,
        Map.copyOf(kept),
        Map.copyOf(dropped),
        first,
        last,
        Math.max(0, lateMillisMax));
  }

  @Override
  public void close() {
    try {
      lines.close();
    } catch (IOException e) {
      throw new UncheckedIOException("the trace " + file + " cannot be closed", e);
    }
  }
}
