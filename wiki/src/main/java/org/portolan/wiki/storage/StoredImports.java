package org.portolan.wiki.storage;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Store;
import org.portolan.data.StoreTransaction;
import org.portolan.types.Tuple;
import org.portolan.wiki.PendingJob.Kind;

/**
 * Imports into a store: a row has the progress of each. How pages are written is left to the model
 * of the wiki. Thread-safe.
 */
public abstract class StoredImports implements ImportTable {
  private final Store store;
  private final Rows rows;
  private final JobRows jobs;

  /**
   * The rows of imports.
   *
   * @param entity of the rows
   * @param identity the column of the source's identity
   * @param key makes the key of a source
   */
  public record Rows(String entity, String identity, Function<String, Tuple> key) {}

  protected StoredImports(Store store, Rows rows, JobRows jobs) {
    this.store = store;
    this.rows = rows;
    this.jobs = jobs;
  }

  @Override
  public final Optional<ImportState> state(String source) {
    return store
        .get(rows.entity(), rows.key().apply(source), Columns.ALL)
        .map(row -> state(source, row));
  }

  private ImportState state(String source, EntityRow row) {
    return new ImportState(
        source,
        row.text(rows.identity()),
        row.longValue("pages"),
        row.longValue("revisions"),
        row.longValue("redirects"),
        row.longValue("links"),
        row.longValue("failed"),
        row.booleanValue("finished"));
  }

  /** Writes the progress of an import within a write. */
  protected final void put(StoreTransaction transaction, ImportState state) {
    Map<String, Object> values = new HashMap<>();
    values.put(rows.identity(), state.identity());
    values.put("pages", state.pages());
    values.put("revisions", state.revisions());
    values.put("redirects", state.redirects());
    values.put("links", state.links());
    values.put("failed", state.failed());
    values.put("finished", state.finished());
    transaction.put(rows.entity(), rows.key().apply(state.source()), values);
  }

  @Override
  public final boolean isLoadUnfinished() {
    return store.isLoadUnfinished();
  }

  @Override
  public final void end(ImportState state, boolean jobForAll) {
    store.write(
        transaction -> {
          put(transaction, state);
          if (jobForAll) {
            jobs.add(transaction, Kind.ALL, "");
          }
          return null;
        });
  }

  @Override
  public final void flush() {
    store.flush();
  }

  @Override
  public final void settle() {
    store.flush();
    store.mergeDeltas();
  }
}
