package org.portolan.wiki.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Store;
import org.portolan.data.StoreTransaction;
import org.portolan.data.WriteConflictException;
import org.portolan.engine.Durability;
import org.portolan.types.Tuple;
import org.portolan.wiki.WikiPage;
import org.portolan.wiki.text.NamedPages;
import org.portolan.wiki.text.PageReader;
import org.portolan.wikitext.limit.TextLimits;
import org.portolan.wikitext.site.Title;
import org.portolan.wikitext.text.PageLinks;

/**
 * Compares what stored pages say that they name with what they name now, and corrects it. A
 * correction is no revision: it changes a page's row only while the page has the revision and says
 * what it did when it was looked at. Correct within seconds: the templates may change meanwhile.
 * Thread-safe.
 */
public final class PageNames {
  private final Store store;
  private final StoreWiki wiki;

  /**
   * A page as it was looked at.
   *
   * @param stored what its row says
   * @param now what its text names
   */
  public record Look(String title, long revision, PageLinks stored, NamedPages now) {
    /** Returns whether the row says something else than the whole text, which alone proves it. */
    public boolean differs() {
      return now.end() != NamedPages.End.UNFINISHED && !stored.equals(now.links());
    }

    /** Returns how many more links the text has than the row says. */
    public int moreLinks() {
      return now.links().links().size() - stored.links().size();
    }
  }

  public PageNames(Store store, StoreWiki wiki) {
    this.store = store;
    this.wiki = wiki;
  }

  /**
   * Looks at pages, in one batched read and those of {@code reader}; titles without a page are left
   * out. All their texts are in memory at once.
   */
  public List<Look> look(List<String> titles, PageReader reader, TextLimits limits) {
    List<Tuple> keys = titles.stream().map(title -> Tuple.of(title)).toList();
    List<Look> looks = new ArrayList<>();
    for (Optional<EntityRow> row : store.getAll(PageColumns.PAGE, keys, Columns.ALL)) {
      row.ifPresent(found -> looks.add(look(found, reader, limits)));
    }
    return looks;
  }

  private Look look(EntityRow row, PageReader reader, TextLimits limits) {
    WikiPage page = PageColumns.page(row);
    Title title = new Title(page.namespace(), page.title());
    NamedPages now =
        wiki.writes().reader().read(title, page.revision(), page.text(), reader, limits);
    return new Look(page.title(), page.revision().id(), PageColumns.links(row), now);
  }

  /** Corrects pages in one buffered write, or in one each if others change them meanwhile. */
  public void correct(List<Look> looks) {
    if (looks.isEmpty()) {
      return;
    }
    try {
      store.write(
          Durability.BUFFERED,
          transaction -> {
            correct(transaction, looks);
            return null;
          });
    } catch (WriteConflictException e) {
      if (looks.size() == 1) {
        throw e;
      }
      looks.forEach(look -> correct(List.of(look)));
    }
  }

  /** Returns whether neither an author nor another job has changed a page since. */
  private static boolean isAsLookedAt(EntityRow row, Look look) {
    return row.longValue("revision") == look.revision()
        && PageColumns.links(row).equals(look.stored());
  }

  private static void correct(StoreTransaction transaction, List<Look> looks) {
    transaction.prefetch(
        PageColumns.PAGE, looks.stream().map(look -> Tuple.of(look.title())).toList());
    for (Look look : looks) {
      Tuple key = Tuple.of(look.title());
      Optional<EntityRow> row = transaction.get(PageColumns.PAGE, key, Columns.ALL);
      if (row.filter(found -> isAsLookedAt(found, look)).isPresent()) {
        transaction.update(
            PageColumns.PAGE,
            key,
            PageColumns.links(row.get().intValue("namespace"), look.now().links()));
      }
    }
  }
}
