package org.portolan.wiki.load;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.portolan.wiki.load.ImportSource.Broken;
import org.portolan.wiki.storage.ImportState;

/**
 * Commits several batches at once, for engines of rows: there a batch is a series of steps (read,
 * register, commit, derived changes), and while one batch waits for the servers, others use them.
 * The rows of two batches have nothing in common, so batches do not conflict.
 *
 * <p>The state of the import is written separately, when a batch and all batches before it are
 * committed. So if the process is killed at any point, every page before the stored state is
 * written, and some pages after it may be; the resumed import puts those again, which changes
 * nothing. Batches with the same page are written one after the other, since of two revisions with
 * one id the later one counts.
 *
 * <p>If a batch cannot be written, batches after it may have been, and the state stays before it.
 * Used by one thread.
 */
final class ParallelCommits implements BatchCommits {
  /** The most batches at once; with smaller batches, as many bytes as one ordered import holds. */
  static final int BATCHES_MAX = 4;

  private static final int BATCH_PAGES_MAX = 200;
  private static final long BATCH_BYTES_MAX = 2L << 20;

  private final BatchWrites writes;
  private final Consumer<Broken> broken;
  private final Consumer<ImportState> progress;
  private final ExecutorService committers =
      Executors.newFixedThreadPool(BATCHES_MAX, ImportThreads.daemons("committer"));
  private final Deque<Flight> flights = new ArrayDeque<>();
  private ImportState state;

  /** A batch that is being written. */
  private record Flight(Set<String> titles, Future<List<PreparedEntry>> ended) {}

  ParallelCommits(
      BatchWrites writes,
      ImportState state,
      Consumer<Broken> broken,
      Consumer<ImportState> progress) {
    this.writes = writes;
    this.state = state;
    this.broken = broken;
    this.progress = progress;
  }

  @Override
  public int batchPagesMax() {
    return BATCH_PAGES_MAX;
  }

  @Override
  public long batchBytesMax() {
    return BATCH_BYTES_MAX;
  }

  @Override
  public void commit(List<PreparedEntry> batch) {
    Set<String> titles = new HashSet<>();
    batch.forEach(one -> one.page().ifPresent(page -> titles.add(page.page().title())));
    while (flights.size() == BATCHES_MAX || meets(titles)) {
      land();
    }
    flights.add(
        new Flight(titles, committers.submit(() -> BatchWrites.divided(batch, this::write))));
  }

  private boolean meets(Set<String> titles) {
    return flights.stream().anyMatch(flight -> flight.titles().stream().anyMatch(titles::contains));
  }

  private List<PreparedEntry> write(List<PreparedEntry> batch) {
    if (batch.stream().anyMatch(one -> one.page().isPresent())) {
      writes.write(batch, Optional.empty());
    }
    return batch;
  }

  /** Waits for the first batch, and moves the state past it and the finished ones behind it. */
  private void land() {
    ImportState reached = state;
    List<PreparedEntry> ended;
    Deque<Broken> reports = new ArrayDeque<>();
    RuntimeException failure = null;
    try {
      do {
        ended = ImportThreads.result(flights.remove().ended());
        reached = PreparedEntry.after(reached, ended);
        ended.forEach(one -> one.broken().ifPresent(reports::add));
      } while (!flights.isEmpty() && flights.peek().ended().isDone());
    } catch (RuntimeException e) {
      failure = e;
    }
    if (!reached.equals(state) && !Thread.currentThread().isInterrupted()) {
      writes.write(List.of(), Optional.of(reached));
      state = reached;
      reports.forEach(broken);
      progress.accept(state);
    }
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public void finish() {
    while (!flights.isEmpty()) {
      land();
    }
  }

  @Override
  public ImportState state() {
    return state;
  }

  /** Batches under way are written to their end, unless this thread was interrupted. */
  @Override
  public void close() {
    ImportThreads.end(committers, Thread.currentThread().isInterrupted());
  }
}
