package org.portolan.wiki.load;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.portolan.data.InterruptedWaitException;
import org.portolan.data.Store;
import org.portolan.data.StoreTransaction;
import org.portolan.data.WriteConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.StoreException;
import org.portolan.engine.UnavailableException;
import org.portolan.types.Tuple;
import org.portolan.wiki.PageHistory;
import org.portolan.wiki.dump.DumpException;
import org.portolan.wiki.load.ImportSource.Broken;
import org.portolan.wiki.load.ImportSource.Entry;
import org.portolan.wiki.load.ImportSource.Good;
import org.portolan.wiki.store.PageColumns;
import org.portolan.wiki.store.PageWrites;
import org.portolan.wiki.store.PreparedPage;
import org.portolan.wiki.store.StoreWiki;

/**
 * An import: one thread reads, one for each processor extracts links, and one commits batches in
 * their order, each with the state of the import in the same transaction. If the process ends for
 * any reason, the next import with {@code resume} continues after the last committed batch, and the
 * result is the same as without the interruption. Memory is bounded by a few batches.
 */
public final class WikiImport {
  /** The most pages of one batch, and so of one transaction. */
  private static final int BATCH_PAGES_MAX = 400;

  /** The size of texts at which a batch ends, in bytes. */
  private static final long BATCH_BYTES_MAX = 8L << 20;

  private final Store store;
  private final StoreWiki wiki;
  private final ImportSource source;
  private final boolean resume;
  private final Consumer<Broken> broken;
  private final Consumer<ImportState> progress;
  private ImportState state;
  private long resumedPages;

  /**
   * Prepares an import.
   *
   * @param resume whether to continue at the end of an earlier import of the same source, if there
   *     was one
   * @param broken receives each page that cannot be imported
   * @param progress called after each batch
   */
  public WikiImport(
      Store store,
      ImportSource source,
      boolean resume,
      Consumer<Broken> broken,
      Consumer<ImportState> progress) {
    this.store = store;
    this.wiki = new StoreWiki(store);
    this.source = source;
    this.resume = resume;
    this.broken = broken;
    this.progress = progress;
  }

  /**
   * Runs the import. If the source cannot be read any further, everything before that place is
   * imported first.
   *
   * @return the state at the end
   * @throws ImportException if the source cannot be resumed
   * @throws StoreException if the store fails. Even if the outcome of its last write is unknown, a
   *     resumed import continues after the last committed batch, and imports nothing twice
   * @throws RuntimeException the exception of the source when it could not be read any further
   */
  public ImportState run() {
    Optional<ImportState> stored = ImportState.read(store, source.name());
    state = startingState(stored);
    resumedPages = state.pages();
    if (resume && state.finished()) {
      return state;
    }
    source.site().ifPresent(wiki::site);
    source.skip(state.pages());
    boolean interrupted = stored.isPresent() && !stored.get().finished();
    try (Pipeline pipeline = new Pipeline()) {
      pipeline.run();
    }
    store.flush();
    store.mergeDeltas();
    if (interrupted || mayHaveRepeated()) {
      // Counters outside transactions lose the addition of a batch if the process dies right after
      // its commit. If a batch is not atomic, a repeated part of it is counted twice.
      store.recount(PageColumns.EDITS);
    }
    state = state.finish();
    store.write(
        transaction -> {
          state.write(transaction);
          return null;
        });
    return state;
  }

  /** Returns whether an import of this source was begun in this store and has not ended. */
  public boolean isUnfinished() {
    return ImportState.read(store, source.name())
        .filter(stored -> stored.identity().equals(source.identity()) && !stored.finished())
        .isPresent();
  }

  private boolean mayHaveRepeated() {
    return store.guarantee() == Store.Guarantee.REPAIRED
        && store.conflicts().retries().values().stream().anyMatch(count -> count > 0);
  }

  /** Returns the number of pages that an earlier import had handled; call after {@link #run}. */
  public long resumedPages() {
    return resumedPages;
  }

  private ImportState startingState(Optional<ImportState> stored) {
    ImportState fresh = ImportState.start(source.name(), source.identity());
    if (!resume || stored.isEmpty()) {
      // An import that was killed before its first batch has left no state to continue from.
      return fresh;
    }
    if (!stored.get().identity().equals(source.identity())) {
      throw new ImportException(
          "'"
              + source.name()
              + "' has changed since the import to resume began: it was "
              + stored.get().identity()
              + " and is "
              + source.identity()
              + "; import it without --resume");
    }
    return stored.get();
  }

  /** The threads of an import. */
  private final class Pipeline implements AutoCloseable {
    private final int threads = Runtime.getRuntime().availableProcessors();
    private final ExecutorService reader = Executors.newSingleThreadExecutor(daemons("reader"));
    private final ExecutorService workers =
        Executors.newFixedThreadPool(threads, daemons("extractor"));

    private static ThreadFactory daemons(String name) {
      return work -> {
        Thread thread = new Thread(work, "portolan-import-" + name);
        thread.setDaemon(true);
        return thread;
      };
    }

    void run() {
      Deque<Future<List<Prepared>>> prepared = new ArrayDeque<>();
      Future<List<Entry>> next = reader.submit(this::read);
      boolean more = true;
      while (more || !prepared.isEmpty()) {
        if (more && prepared.size() <= threads) {
          List<Entry> batch = readOrCommit(next, prepared);
          more = !batch.isEmpty();
          if (more) {
            next = reader.submit(this::read);
            prepared.add(workers.submit(() -> prepare(batch)));
          }
        } else {
          commit(result(prepared.remove()));
        }
      }
    }

    /** Returns the next batch; if there is none, commits the batches read before. */
    private List<Entry> readOrCommit(
        Future<List<Entry>> next, Deque<Future<List<Prepared>>> prepared) {
      try {
        return result(next);
      } catch (DumpException e) {
        while (!prepared.isEmpty()) {
          commit(result(prepared.remove()));
        }
        throw e;
      }
    }

    private List<Entry> read() {
      return source.next(BATCH_PAGES_MAX, BATCH_BYTES_MAX);
    }

    private <T> T result(Future<T> future) {
      try {
        return future.get();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ImportException(
            "the import was interrupted; continue with --resume, nothing is lost");
      } catch (ExecutionException e) {
        if (e.getCause() instanceof RuntimeException cause) {
          throw cause;
        }
        throw new ImportException("the import failed: " + e.getCause(), e.getCause());
      }
    }

    /** Returns when the source is no longer read, so that the caller may close it. */
    @Override
    public void close() {
      reader.shutdown();
      workers.shutdownNow();
      boolean interrupted = false;
      while (!reader.isTerminated()) {
        try {
          reader.awaitTermination(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** An entry of a batch; without a page if there is nothing to write. */
  private record Prepared(String place, Optional<PreparedPage> page, Optional<Broken> broken) {
    static Prepared good(PreparedPage page, String place) {
      return new Prepared(place, Optional.of(page), Optional.empty());
    }

    static Prepared broken(Broken broken) {
      return new Prepared(broken.place(), Optional.empty(), Optional.of(broken));
    }
  }

  private List<Prepared> prepare(List<Entry> batch) {
    PageWrites writes = wiki.writes();
    List<Prepared> prepared = new ArrayList<>(batch.size());
    for (Entry entry : batch) {
      if (entry instanceof Good good) {
        prepared.add(prepare(writes, good.page(), good.place()));
      } else {
        prepared.add(Prepared.broken((Broken) entry));
      }
    }
    return prepared;
  }

  private static Prepared prepare(PageWrites writes, PageHistory page, String place) {
    try {
      return Prepared.good(writes.prepare(page), place);
    } catch (IllegalArgumentException e) {
      return Prepared.broken(new Broken(page.title(), place, e.getMessage()));
    }
  }

  private void commit(List<Prepared> batch) {
    try {
      write(batch);
    } catch (UnavailableException | OutcomeUnknownException | InterruptedWaitException e) {
      // No page is the cause: the import ends here, and can be resumed.
      throw e;
    } catch (StoreException | IllegalArgumentException e) {
      if (batch.size() == 1 && e instanceof WriteConflictException) {
        // The page is not the cause either: another writer changed it at every attempt.
        throw e;
      }
      if (batch.size() == 1) {
        // Only this page cannot be written: it counts as broken, and the import goes on.
        Prepared one = batch.get(0);
        String title = one.page().orElseThrow(() -> e).page().title();
        write(List.of(Prepared.broken(new Broken(title, one.place(), e.getMessage()))));
        return;
      }
      for (Prepared one : batch) {
        commit(List.of(one));
      }
      return;
    }
    progress.accept(state);
  }

  private void write(List<Prepared> batch) {
    ImportState next = state;
    for (Prepared one : batch) {
      next = one.page().isPresent() ? next.imported(one.page().get()) : next.failedOne();
    }
    ImportState reached = next;
    store.write(
        Durability.BUFFERED,
        transaction -> {
          writePages(transaction, batch);
          reached.write(transaction);
          return null;
        });
    state = reached;
    batch.forEach(one -> one.broken().ifPresent(broken));
  }

  private void writePages(StoreTransaction transaction, List<Prepared> batch) {
    List<Tuple> keys = new ArrayList<>(batch.size());
    for (Prepared one : batch) {
      one.page().ifPresent(page -> keys.add(Tuple.of(page.page().title())));
    }
    if (!keys.isEmpty()) {
      transaction.prefetch(PageColumns.PAGE, keys);
    }
    PageWrites writes = wiki.writes();
    batch.forEach(one -> one.page().ifPresent(page -> writes.put(transaction, page)));
  }
}
