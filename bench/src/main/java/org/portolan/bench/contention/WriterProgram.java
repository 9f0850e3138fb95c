package org.portolan.bench.contention;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.load.Progress;
import org.portolan.bench.system.ChildProcess;
import org.portolan.bench.system.ClientProcesses;
import org.portolan.bench.system.Together;
import org.portolan.bench.workload.wiki.StoreAccess;

/**
 * A process whose authors edit until its input ends. It prints a line for each edit as soon as the
 * edit has ended, so that a kill loses only the edits under way, and its counts several times a
 * second.
 */
final class WriterProgram {
  static final String READY = "ready";
  static final String EDIT = "edit ";
  static final String COUNTS = "counts ";
  static final String FAILED = "failed ";
  private static final int COUNTS_MILLIS = 200;

  private final Authors authors;
  private volatile boolean stopped;

  private WriterProgram(Authors authors) {
    this.authors = authors;
  }

  /**
   * What a process of writers does.
   *
   * @param attempts of a write that conflicts
   * @param reopen how often an author opens a page again after an edit conflict
   * @param seed of pages and texts, together with the number of the process
   */
  record Plan(String uri, int threads, int attempts, int reopen, String distribution, long seed) {

    /** Starts a process of writers. */
    ChildProcess start(long number, List<String> javaOptions) {
      return ChildProcess.java(
          WriterProgram.class,
          javaOptions,
          List.of(
              uri,
              Integer.toString(threads),
              Integer.toString(attempts),
              Integer.toString(reopen),
              distribution,
              Long.toString(seed),
              Long.toString(number)));
    }

    private static Plan of(String[] arguments) {
      return new Plan(
          arguments[0],
          Integer.parseInt(arguments[1]),
          Integer.parseInt(arguments[2]),
          Integer.parseInt(arguments[3]),
          arguments[4],
          Long.parseLong(arguments[5]));
    }
  }

  /** Takes the arguments of {@link Plan#start}. */
  public static void main(String[] arguments) {
    Plan plan = Plan.of(arguments);
    long number = Long.parseLong(arguments[6]);
    StoreAccess wiki = StoreAccess.open(plan.uri(), Optional.empty(), plan.attempts(), () -> {});
    try (Authors authors = new Authors(wiki, plan, number)) {
      authors.prepare(Progress.NONE);
      new WriterProgram(authors).run(plan.threads());
    }
    tell(ClientProcesses.END);
  }

  private void run(int threads) {
    daemon("input", this::stopAtEndOfInput);
    daemon("counts", this::tellCounts);
    tell(READY);
    Together.run("the edits", threads, this::edit);
    tell(COUNTS + authors.counts().line());
  }

  private static void daemon(String name, Runnable body) {
    Thread thread = new Thread(body, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void edit(int thread) {
    Authors.Author author = authors.author(thread);
    while (!stopped) {
      long begin = System.nanoTime();
      Authors.Ended ended = author.edit();
      long nanos = System.nanoTime() - begin;
      long endMicros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
      tell(EDIT + ended.edit(endMicros, nanos).line());
      if (!ended.message().isEmpty()) {
        tell(FAILED + ended.message().replace('\n', ' '));
      }
    }
  }

  private void tellCounts() {
    try {
      while (!stopped) {
        TimeUnit.MILLISECONDS.sleep(COUNTS_MILLIS);
        tell(COUNTS + authors.counts().line());
      }
    } catch (InterruptedException e) {
      throw new BenchmarkFailedException("the counts were interrupted", e);
    }
  }

  private void stopAtEndOfInput() {
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    try {
      while (input.readLine() != null) {
        // The content of the input is ignored; only its end counts.
      }
    } catch (IOException e) {
      // A broken input counts as ended.
    }
    stopped = true;
  }

  private static void tell(String line) {
    System.out.println(ClientProcesses.LINE + line);
  }
}
