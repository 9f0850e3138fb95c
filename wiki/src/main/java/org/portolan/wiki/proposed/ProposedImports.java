package org.portolan.wiki.proposed;

import static org.portolan.wiki.proposed.Tables.IMPORT;
import static org.portolan.wiki.proposed.Tables.bytes;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.data.Store;
import org.portolan.engine.Durability;
import org.portolan.types.Tuple;
import org.portolan.wiki.proposed.Actors.Actor;
import org.portolan.wiki.storage.ImportState;
import org.portolan.wiki.storage.PreparedPage;
import org.portolan.wiki.storage.StoredImports;
import org.portolan.wikitext.site.SiteInfo;

/** Imports: a batch of pages and the state after it are one write. Thread-safe. */
final class ProposedImports extends StoredImports {
  private static final Rows ROWS =
      new Rows(IMPORT, "source_identity", source -> Tuple.of(bytes(source)));

  private final ProposedWiki wiki;

  ProposedImports(Store store, ProposedWiki wiki) {
    super(store, ROWS, ProposedJobs.ROWS);
    this.wiki = wiki;
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

  /** Does nothing: the counters are changed with the revisions. */
  @Override
  public void recountRevisions(boolean interrupted) {}
}
