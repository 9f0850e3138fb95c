package org.portolan.wiki.storage;

import java.util.List;
import org.portolan.data.WriteConflictException;
import org.portolan.wiki.WikiPage;
import org.portolan.wiki.storage.NamesTable.Stored;
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
  private final WikiStorage storage;

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

    /** Returns whether a page with this revision and these names is as it was looked at. */
    public boolean isStill(long revision, PageLinks stored) {
      return this.revision == revision && this.stored.equals(stored);
    }

    /** Returns how many more links the text has than the row says. */
    public int moreLinks() {
      return now.links().links().size() - stored.links().size();
    }
  }

  public PageNames(WikiStorage storage) {
    this.storage = storage;
  }

  /**
   * Looks at pages, in one batched read and those of {@code reader}; titles without a page are left
   * out. All their texts are in memory at once.
   */
  public List<Look> look(List<String> titles, PageReader reader, TextLimits limits) {
    return storage.names().read(titles).stream()
        .map(stored -> look(stored, reader, limits))
        .toList();
  }

  private Look look(Stored stored, PageReader reader, TextLimits limits) {
    WikiPage page = stored.page();
    Title title = new Title(page.namespace(), page.title());
    NamedPages now =
        storage.rules().reader().read(title, page.revision(), page.text(), reader, limits);
    return new Look(page.title(), page.revision().id(), stored.links(), now);
  }

  /** Corrects pages in one buffered write, or in one each if others change them meanwhile. */
  public void correct(List<Look> looks) {
    if (looks.isEmpty()) {
      return;
    }
    try {
      storage.names().correct(looks);
    } catch (WriteConflictException e) {
      if (looks.size() == 1) {
        throw e;
      }
      looks.forEach(look -> correct(List.of(look)));
    }
  }
}
