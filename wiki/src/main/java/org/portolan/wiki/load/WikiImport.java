package org.portolan.wiki.load;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.portolan.data.Store;
import org.portolan.engine.StoreException;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.PageHistory;
import org.portolan.wiki.PendingJob.Kind;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.Wikis;
import org.portolan.wiki.dump.DumpException;
import org.portolan.wiki.jobs.JobThreads;
import org.portolan.wiki.jobs.LinkJobs;
import org.portolan.wiki.load.ImportSource.Broken;
import org.portolan.wiki.load.ImportSource.Entry;
import org.portolan.wiki.load.ImportSource.Good;
import org.portolan.wiki.storage.ImportLoad;
import org.portolan.wiki.storage.ImportState;
import org.portolan.wiki.storage.ImportTable;
import org.portolan.wiki.storage.JobTable;
import org.portolan.wiki.storage.PreparedPage;
import org.portolan.wiki.storage.WikiStorage;
import org.portolan.wiki.storage.WriteRules;
import org.portolan.wiki.text.NamedPages;
import org.portolan.wikitext.site.SiteInfo;

/**
 * An import: one thread reads, one for each processor extracts links, and batches are committed. On
 * a store with transactions over several rows, one thread commits them in their order, each with
 * the state of the import in the same transaction. On an engine of rows several are committed at
 * once, and the stored state moves only past batches of which all before are committed. If the
 * process ends for any reason, the next import with {@code resume} continues at the stored state,
 * and the result is the same as without the interruption. Memory is bounded by a few batches.
 */
public final class WikiImport {
  private final WikiStorage storage;
  private final ImportTable imports;
  private final Wiki wiki;
  private final ImportSource source;
  private final boolean resume;
  private final Consumer<Broken> broken;
  private final Consumer<ImportState> progress;
  private final LongConsumer lookedAt;

  /** Whether a page was written whose templates must still be read. */
  private final AtomicBoolean incomplete = new AtomicBoolean();

  private final LinkJobs jobs;
  private boolean fresh;
  private boolean promised;
  private ImportState state;
  private long resumedPages;

  /**
   * Prepares an import.
   *
   * @param resume whether to continue at the end of an earlier import of the same source, if there
   *     was one
   * @param broken receives each page that cannot be imported
   * @param progress called with each stored state
   */
  public WikiImport(
      Store store,
      ImportSource source,
      boolean resume,
      Consumer<Broken> broken,
      Consumer<ImportState> progress) {
    this(Wikis.storage(store), source, resume, broken, progress, pages -> {});
  }

  /**
   * Prepares an import.
   *
   * @param lookedAt called, after all pages are stored, with the number of those that were looked
   *     at again for their templates
   */
  public WikiImport(
      WikiStorage storage,
      ImportSource source,
      boolean resume,
      Consumer<Broken> broken,
      Consumer<ImportState> progress,
      LongConsumer lookedAt) {
    this.storage = storage;
    this.imports = storage.imports();
    this.wiki = storage.wiki();
    this.jobs = new LinkJobs(storage);
    this.source = source;
    this.resume = resume;
    this.broken = broken;
    this.progress = progress;
    this.lookedAt = lookedAt;
  }

  /**
   * Runs the import. If the source cannot be read any further, everything before that place is
   * imported first.
   *
   * @return the state at the end
   * @throws ImportException if the source cannot be resumed, or is of another wiki than the store;
   *     nothing was written
   * @throws StoreException if the store fails. Even if the outcome of its last write is unknown, a
   *     resumed import continues at the stored state, and imports no page twice
   * @throws RuntimeException the exception of the source when it could not be read any further
   */
  public ImportState run() {
    Optional<ImportState> stored = imports.state(source.name());
    state = startingState(stored);
    resumedPages = state.pages();
    boolean loadInterrupted = imports.isLoadUnfinished();
    if (loadInterrupted) {
      requireOwnLoad(stored);
    }
    if (resume && state.finished()) {
      // The jobs left may be those of another import, whose links do not count here.
      lookAgain();
      return settled();
    }
    source.site().ifPresent(this::requireSite);
    Optional<ImportLoad> load = imports.load();
    try {
      fresh = wiki.titles(ListingRequest.first(1)).entries().isEmpty();
      // Before the first page: it tells whose load this is.
      load.ifPresent(begun -> imports.end(state, false));
      source.site().ifPresent(wiki::site);
      source.skip(state.pages());
      writePages(load);
    } finally {
      load.ifPresent(ImportLoad::abandon);
    }
    imports.flush();
    imports.recountRevisions(
        loadInterrupted || stored.filter(begun -> !begun.finished()).isPresent());
    finishLoad();
    state = state.finish();
    imports.end(state, jobNeeded());
    return end();
  }

  /** Writes all pages; ends the load, if it is one, unless the storage fails. */
  private void writePages(Optional<ImportLoad> load) {
    Optional<LoadWrites> loading = load.map(begun -> new LoadWrites(imports, begun));
    BatchWrites writes = loading.isPresent() ? loading.get() : new TransactionWrites(imports);
    Pipeline running = new Pipeline(commits(writes));
    try (running) {
      running.run();
    } catch (DumpException e) {
      state = running.state();
      loading.ifPresent(ending -> ending.end(state));
      // What was read before is in the store, and its templates too.
      if (jobNeeded()) {
        jobs.table().add(Kind.ALL, "");
        lookAgain();
      }
      throw e;
    }
    state = running.state();
    loading.ifPresent(ending -> ending.end(state));
  }

  /** Refuses to go on with the load of another import: its pages would stay unfinished. */
  private void requireOwnLoad(Optional<ImportState> stored) {
    boolean own = stored.isPresent() && !stored.get().finished();
    if (!resume || !(own || isUntouched())) {
      throw new ImportException(
          "cannot import '"
              + source.name()
              + "' into "
              + storage.uri()
              + ": an import into this empty store was interrupted; continue that one with"
              + " --resume first, or remove the store and import anew");
    }
  }

  /** Returns whether a load died before its first write. */
  private boolean isUntouched() {
    return imports.storedSite().isEmpty()
        && wiki.titles(ListingRequest.first(1)).entries().isEmpty();
  }

  private void finishLoad() {
    Optional<String> faults = imports.finishLoad();
    if (faults.isPresent()) {
      throw new ImportException(
          "cannot end the interrupted import into "
              + storage.uri()
              + ": all pages are written, but the check left faults ("
              + faults.get()
              + "); run again with --resume, or remove the store and import anew");
    }
  }

  /**
   * Looks at the pages that use templates again: only now all templates are there. If this process
   * dies meanwhile, an import with {@code resume} goes on with it, or any server of the wiki.
   */
  private ImportState end() {
    lookAgain();
    if (jobs.moreLinks() != 0) {
      state = state.moreLinks(jobs.moreLinks());
      imports.end(state, false);
    }
    return settled();
  }

  private ImportState settled() {
    imports.settle();
    return state;
  }

  private void lookAgain() {
    // Into a wiki that was empty nobody else has saved a page that used an older template.
    Duration guard = fresh || wiki.local() ? Duration.ZERO : JobTable.GUARD;
    JobThreads.finish(jobs, job -> job.kind() == Kind.ALL, guard, lookedAt);
  }

  /**
   * Returns whether pages must be looked at again: those of the source that use templates, or those
   * of the store that may use templates of the source.
   */
  private boolean jobNeeded() {
    return incomplete.get() || resumedPages > 0 || !fresh;
  }

  /** Makes the job before the first page that needs it: it is there however the import ends. */
  private void promiseJob() {
    if (!promised && jobNeeded()) {
      jobs.table().add(Kind.ALL, "");
      promised = true;
    }
  }

  private void requireSite(SiteInfo site) {
    new HeaderCheck(storage, source.name()).require(site);
  }

  /** Returns whether an import of this source was begun in this store and has not ended. */
  public boolean isUnfinished() {
    return imports
        .state(source.name())
        .filter(stored -> stored.identity().equals(source.identity()) && !stored.finished())
        .isPresent();
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

  private BatchCommits commits(BatchWrites writes) {
    return imports.ordered()
        ? new OrderedCommits(writes, state, broken, progress)
        : new ParallelCommits(writes, state, broken, progress);
  }

  /** The threads of an import. */
  private final class Pipeline implements AutoCloseable {
    private final int threads = Runtime.getRuntime().availableProcessors();
    private final ExecutorService reader =
        Executors.newSingleThreadExecutor(ImportThreads.daemons("reader"));
    private final ExecutorService workers =
        Executors.newFixedThreadPool(threads, ImportThreads.daemons("extractor"));
    private final BatchCommits commits;

    Pipeline(BatchCommits commits) {
      this.commits = commits;
    }

    void run() {
      Deque<Future<List<PreparedEntry>>> prepared = new ArrayDeque<>();
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
          commit(prepared);
        }
      }
      commits.finish();
    }

    private void commit(Deque<Future<List<PreparedEntry>>> prepared) {
      List<PreparedEntry> batch = ImportThreads.result(prepared.remove());
      promiseJob();
      commits.commit(batch);
    }

    /** Returns the next batch; if there is none, commits the batches read before. */
    private List<Entry> readOrCommit(
        Future<List<Entry>> next, Deque<Future<List<PreparedEntry>>> prepared) {
      try {
        return ImportThreads.result(next);
      } catch (DumpException e) {
        while (!prepared.isEmpty()) {
          commit(prepared);
        }
        commits.finish();
        throw e;
      }
    }

    private List<Entry> read() {
      return source.next(commits.batchPagesMax(), commits.batchBytesMax());
    }

    ImportState state() {
      return commits.state();
    }

    /** Returns when the source is no longer read, so that the caller may close it. */
    @Override
    public void close() {
      workers.shutdownNow();
      commits.close();
      ImportThreads.end(reader, false);
    }
  }

  private List<PreparedEntry> prepare(List<Entry> batch) {
    WriteRules rules = storage.rules();
    List<PreparedEntry> prepared = new ArrayList<>(batch.size());
    for (Entry entry : batch) {
      if (entry instanceof Good good) {
        prepared.add(prepare(rules, good.page(), good.place()));
      } else {
        prepared.add(PreparedEntry.broken((Broken) entry));
      }
    }
    return prepared;
  }

  private PreparedEntry prepare(WriteRules rules, PageHistory page, String place) {
    try {
      PreparedPage prepared = rules.prepare(page);
      if (prepared.named().end() == NamedPages.End.UNFINISHED) {
        incomplete.set(true);
      }
      return PreparedEntry.good(prepared, place);
    } catch (IllegalArgumentException e) {
      return PreparedEntry.broken(new Broken(page.title(), place, e.getMessage()));
    }
  }
}
