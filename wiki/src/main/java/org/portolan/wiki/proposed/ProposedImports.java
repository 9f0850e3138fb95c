package org.portolan.wiki.proposed;

import static org.portolan.wiki.proposed.Tables.IMPORT;
import static org.portolan.wiki.proposed.Tables.bytes;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Store;
import org.portolan.data.StoreTransaction;
import org.portolan.engine.Durability;
import org.portolan.types.Tuple;
import org.portolan.wiki.PendingJob.Kind;
import org.portolan.wiki.proposed.Actors.Actor;
import org.portolan.wiki.storage.ImportState;
import org.portolan.wiki.storage.ImportTable;
import org.portolan.wiki.storage.PreparedPage;
import org.portolan.wikitext.site.SiteInfo;

/** Imports: a batch of pages and the state after it are one write. Thread-safe. */
final class ProposedImports implements ImportTable {
  private final Store store;
  private final ProposedWiki wiki;

  ProposedImports(Store store, ProposedWiki wiki) {
    this.store = store;
    this.wiki = wiki;
  }

  @Override
  public Optional<ImportState> state(String source) {
    return store.get(IMPORT, Tuple.of(bytes(source)), Columns.ALL).map(row -> state(source, row));
  }

  private static ImportState state(String source, EntityRow row) {
    return new ImportState(
        source,
        row.text("source_identity"),
        row.longValue("pages"),
        row.longValue("revisions"),
        row.longValue("redirects"),
        row.longValue("links"),
        row.longValue("failed"),
        row.booleanValue("finished"));
  }

  private static void put(StoreTransaction transaction, ImportState state) {
    Map<String, Object> values = new HashMap<>();
    values.put("source_identity", state.identity());
    values.put("pages", state.pages());
    values.put("revisions", state.revisions());
    values.put("redirects", state.redirects());
    values.put("links", state.links());
    values.put("failed", state.failed());
    values.put("finished", state.finished());
    transaction.put(IMPORT, Tuple.of(bytes(state.source())), values);
  }

  @Override
  public Optional<SiteInfo> storedSite() {
    return wiki.storedSite();
  }

  /** Batches at once would conflict on the rows of the counters. */
  @Override
  public boolean ordered() {
    return true;
  }

  /**
   * Pages of one title are written one after the other, since a write finds only pages that were
   * committed before.
   */
  @Override
  public void write(List<PreparedPage> pages, Optional<ImportState> reached) {
    Map<Actor, Long> contributors = wiki.actors().ids(contributors(pages));
    Map<String, PreparedPage> group = new LinkedHashMap<>();
    for (PreparedPage page : pages) {
      if (group.containsKey(page.page().title())) {
        write(List.copyOf(group.values()), contributors, Optional.empty());
        group.clear();
      }
      group.put(page.page().title(), page);
    }
    write(List.copyOf(group.values()), contributors, reached);
  }

  private void write(
      List<PreparedPage> pages, Map<Actor, Long> contributors, Optional<ImportState> reached) {
    Map<String, Long> newIds = wiki.newIds(pages);
    wiki.write(
        Durability.BUFFERED,
        transaction -> {
          new HistoryWriter(transaction, contributors, true).write(pages, newIds);
          reached.ifPresent(state -> put(transaction, state));
          return null;
        });
  }

  static Set<Actor> contributors(List<PreparedPage> pages) {
    Set<Actor> contributors = new HashSet<>();
    for (PreparedPage page : pages) {
      page.page().revisions().forEach(revision -> contributors.add(Actor.of(revision.info())));
    }
    return contributors;
  }

  /** The load of a migration: an import refuses to end it. */
  @Override
  public boolean isLoadUnfinished() {
    return store.isLoadUnfinished();
  }

  @Override
  public void end(ImportState state, boolean jobForAll) {
    store.write(
        transaction -> {
          put(transaction, state);
          if (jobForAll) {
            ProposedJobs.add(transaction, Kind.ALL, "");
          }
          return null;
        });
  }

  @Override
  public void flush() {
    store.flush();
  }

  /** Does nothing: the counters are changed with the revisions. */
  @Override
  public void recountRevisions(boolean interrupted) {}

  @Override
  public void settle() {
    store.flush();
    store.mergeDeltas();
  }
}
