package org.portolan.wiki.store;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreTransaction;
import org.portolan.design.index.Representation;
import org.portolan.engine.Durability;
import org.portolan.types.Tuple;
import org.portolan.wiki.PendingJob.Kind;
import org.portolan.wiki.storage.ImportLoad;
import org.portolan.wiki.storage.ImportState;
import org.portolan.wiki.storage.ImportTable;
import org.portolan.wiki.storage.PreparedPage;
import org.portolan.wikitext.site.SiteInfo;

/** Imports into a store. Thread-safe. */
final class StoreImports implements ImportTable {
  private static final String ENTITY = "import";

  private final Store store;
  private final StoreWiki wiki;

  StoreImports(Store store, StoreWiki wiki) {
    this.store = store;
    this.wiki = wiki;
  }

  @Override
  public Optional<ImportState> state(String source) {
    return store.get(ENTITY, Tuple.of(source), Columns.ALL).map(row -> state(source, row));
  }

  private static ImportState state(String source, EntityRow row) {
    return new ImportState(
        source,
        row.text("identity"),
        row.longValue("pages"),
        row.longValue("revisions"),
        row.longValue("redirects"),
        row.longValue("links"),
        row.longValue("failed"),
        row.booleanValue("finished"));
  }

  private static void put(StoreTransaction transaction, ImportState state) {
    Map<String, Object> values = new HashMap<>();
    values.put("identity", state.identity());
    values.put("pages", state.pages());
    values.put("revisions", state.revisions());
    values.put("redirects", state.redirects());
    values.put("links", state.links());
    values.put("failed", state.failed());
    values.put("finished", state.finished());
    transaction.put(ENTITY, Tuple.of(state.source()), values);
  }

  @Override
  public Optional<SiteInfo> storedSite() {
    return wiki.storedSite();
  }

  /**
   * On a store with transactions over several rows, batches at once would conflict on the objects
   * of the same indexes.
   */
  @Override
  public boolean ordered() {
    return store.guarantee() != Store.Guarantee.REPAIRED;
  }

  @Override
  public void write(List<PreparedPage> pages, Optional<ImportState> reached) {
    PageWrites writes = wiki.writes();
    store.write(
        Durability.BUFFERED,
        transaction -> {
          List<Tuple> keys = pages.stream().map(page -> Tuple.of(page.page().title())).toList();
          if (!keys.isEmpty()) {
            transaction.prefetch(PageColumns.PAGE, keys);
          }
          pages.forEach(page -> writes.putSame(transaction, page));
          reached.ifPresent(state -> put(transaction, state));
          return null;
        });
  }

  /**
   * {@inheritDoc}
   *
   * <p>Only if all lists are cells. Lists in objects must be read and written one batch after
   * another by a load too, which is then no faster than transactions.
   */
  @Override
  public Optional<ImportLoad> load() {
    boolean cells =
        store.design().entity(PageColumns.PAGE).orElseThrow().indexes().stream()
            .allMatch(index -> index.layout().representation() == Representation.CELLS);
    return cells ? store.load().map(begun -> new StoreImportLoad(begun, wiki)) : Optional.empty();
  }

  @Override
  public boolean isLoadUnfinished() {
    return store.isLoadUnfinished();
  }

  @Override
  public Optional<String> finishLoad() {
    if (!store.isLoadUnfinished()) {
      return Optional.empty();
    }
    StoreCheck.Result result = store.finishLoad(finding -> {});
    return result.isClean() ? Optional.empty() : Optional.of(result.summary());
  }

  @Override
  public void end(ImportState state, boolean jobForAll) {
    store.write(
        transaction -> {
          put(transaction, state);
          if (jobForAll) {
            StoreJobs.add(transaction, Kind.ALL, "");
          }
          return null;
        });
  }

  @Override
  public void flush() {
    store.flush();
  }

  /**
   * Counters outside transactions lose the addition of a batch if the process dies right after its
   * commit. If a batch is not atomic, a repeated part of it is counted twice.
   */
  @Override
  public void recountRevisions(boolean interrupted) {
    if (interrupted || mayHaveRepeated()) {
      store.recount(PageColumns.EDITS);
    }
  }

  private boolean mayHaveRepeated() {
    return store.guarantee() == Store.Guarantee.REPAIRED
        && store.conflicts().retries().values().stream().anyMatch(count -> count > 0);
  }

  @Override
  public void settle() {
    store.flush();
    store.mergeDeltas();
  }
}
