package org.portolan.wiki.proposed;

import static org.portolan.wiki.proposed.Tables.PAGE;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.portolan.data.StoreTransaction;
import org.portolan.engine.Durability;
import org.portolan.wiki.WikiPage;
import org.portolan.wiki.storage.NamesTable;
import org.portolan.wiki.storage.PageNames.Look;
import org.portolan.wiki.storage.WriteRules;
import org.portolan.wikitext.text.PageLinks;

/** What pages name, in the tables of links. Thread-safe. */
final class ProposedNames implements NamesTable {
  private final ProposedWiki wiki;

  ProposedNames(ProposedWiki wiki) {
    this.wiki = wiki;
  }

  @Override
  public List<Stored> read(List<String> titles) {
    return wiki.read(
        reader -> {
          List<PageRow> pages = List.copyOf(PageRow.read(reader, titles).values());
          List<WikiPage> current = Revisions.current(reader, pages);
          List<Stored> stored = new ArrayList<>();
          for (int at = 0; at < pages.size(); at++) {
            stored.add(new Stored(current.get(at), LinkTable.read(reader, pages.get(at))));
          }
          return stored;
        });
  }

  @Override
  public void correct(List<Look> looks) {
    wiki.write(
        Durability.BUFFERED,
        transaction -> {
          correct(transaction, looks);
          return null;
        });
  }

  private static void correct(StoreTransaction transaction, List<Look> looks) {
    Map<String, PageRow> pages =
        PageRow.read(transaction, looks.stream().map(Look::title).toList());
    SiteStats stats = new SiteStats();
    for (Look look : looks) {
      PageRow page = pages.get(look.title());
      if (page == null) {
        continue;
      }
      PageLinks stored = LinkTable.read(transaction, page);
      if (look.isStill(page.latest(), stored)) {
        PageLinks now = look.now().links();
        PageRow corrected =
            new PageRow(
                page.id(),
                page.title(),
                page.namespace(),
                page.dumpNumber(),
                page.latest(),
                now.redirect());
        // Written even if it stays the same: a save that read the old links conflicts with this.
        transaction.put(PAGE, corrected.key(), corrected.values());
        LinkTable.change(transaction, page.id(), page.title(), stored, now, false);
        stats.articleChanged(
            WriteRules.isArticle(page.namespace(), stored),
            WriteRules.isArticle(page.namespace(), now));
      }
    }
    stats.write(transaction);
  }
}
