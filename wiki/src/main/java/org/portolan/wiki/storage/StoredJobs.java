package org.portolan.wiki.storage;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.data.StoreReader;
import org.portolan.data.StoreTransaction;
import org.portolan.wiki.PendingJob.Kind;

/**
 * The jobs of a wiki in a store, a row each. Every write reads the job's row by its key, so two of
 * one job conflict. How the parts that were taken are kept is left to the model of the wiki.
 * Thread-safe.
 */
public abstract class StoredJobs implements JobTable {
  private static final int JOBS_PER_READ = 1_000;

  private final Store store;
  private final JobRows rows;

  protected StoredJobs(Store store, JobRows rows) {
    this.store = store;
    this.rows = rows;
  }

  /** Returns a page of the rows of jobs. */
  protected abstract Slice<EntityRow> read(Paging paging);

  /** Adds a part that is new: the job counts its parts, and is changed in this write. */
  protected abstract void addChunk(StoreTransaction transaction, Chunk chunk);

  /** Returns whether a part is there as it was taken. */
  protected abstract boolean isPresent(StoreTransaction transaction, Chunk chunk);

  protected abstract void deleteChunk(StoreTransaction transaction, Chunk chunk);

  /** Returns whether parts of a job are left. */
  protected abstract boolean hasChunks(StoreReader reader, LinkJob job);

  /** Returns the present moment as rows keep it. */
  protected static Instant now() {
    return WriteRules.micros(Instant.now());
  }

  @Override
  public final void add(Kind kind, String title) {
    store.write(
        transaction -> {
          rows.add(transaction, kind, title);
          return null;
        });
  }

  @Override
  public final List<LinkJob> first(int max) {
    return read(Paging.first(max)).entries().stream().map(rows::job).toList();
  }

  @Override
  public final List<LinkJob> jobs() {
    return Paging.first(JOBS_PER_READ).stream(this::read).map(rows::job).toList();
  }

  @Override
  public final Optional<Chunk> take(LinkJob job, List<String> titles, Optional<String> next) {
    Instant now = now();
    return store.write(
        transaction -> {
          Optional<LinkJob> found =
              rows.present(transaction, job)
                  .filter(each -> each.sameAs(job) && each.chunks() == job.chunks());
          if (found.isEmpty()) {
            return Optional.empty();
          }
          LinkJob moved = found.get().taken(next);
          rows.put(transaction, moved);
          Chunk chunk = new Chunk(moved, job.chunks(), titles, now);
          if (!titles.isEmpty()) {
            addChunk(transaction, chunk);
          }
          return Optional.of(chunk);
        });
  }

  @Override
  public final void done(Chunk chunk) {
    LinkJob job = chunk.job();
    store.write(
        transaction -> {
          Optional<LinkJob> present = rows.present(transaction, job);
          if (!isPresent(transaction, chunk)) {
            // Another process has taken it over, or a later job has a part of this number.
            return null;
          }
          deleteChunk(transaction, chunk);
          present
              .filter(each -> each.sameAs(job))
              .ifPresent(each -> rows.put(transaction, each.done(chunk.titles().size())));
          return null;
        });
    endIfDone(job);
  }

  @Override
  public final boolean endIfDone(LinkJob job) {
    if (!rows.present(store, job).filter(LinkJob::walked).isPresent()) {
      return false;
    }
    return store.write(
        transaction -> {
          boolean ended =
              rows.present(transaction, job).filter(LinkJob::walked).isPresent()
                  && !hasChunks(transaction, job);
          return ended && transaction.delete(JobRows.JOB, rows.key(job));
        });
  }
}
