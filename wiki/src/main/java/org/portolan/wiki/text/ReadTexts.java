package org.portolan.wiki.text;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.portolan.wiki.WikiPage;
import org.portolan.wikitext.expand.PageText;
import org.portolan.wikitext.expand.PageTexts;
import org.portolan.wikitext.expand.Statistics;

/**
 * The other pages that one rendering reads. It remembers their revisions, so that a page shown as
 * its source still shows its text anew when the template changes that made it too long. Used by one
 * thread.
 */
public final class ReadTexts implements PageTexts {
  private final PageReader reader;
  private final String ownTitle;
  private final Optional<PageText> own;
  private final Map<String, Long> revisions = new TreeMap<>();

  public ReadTexts(PageReader reader) {
    this(reader, "", Optional.empty());
  }

  /**
   * Reads other pages, and takes this text for the page itself: it may include itself before it is
   * saved.
   */
  ReadTexts(PageReader reader, String ownTitle, Optional<PageText> own) {
    this.reader = reader;
    this.ownTitle = ownTitle;
    this.own = own;
  }

  /** Returns the revision of each page that was asked for, 0 for those that do not exist. */
  public Map<String, Long> revisions() {
    return revisions;
  }

  @Override
  public Map<String, PageText> read(Set<String> included, Set<String> probed) {
    Map<String, PageText> found = new HashMap<>();
    Map<String, WikiPage> pages = included.isEmpty() ? Map.of() : reader.pages(included);
    pages.forEach(
        (title, page) ->
            found.put(title, new PageText(page.revision().id(), page.text(), page.redirect())));
    Set<String> rest = new HashSet<>(probed);
    rest.removeAll(included);
    if (!rest.isEmpty()) {
      reader
          .revisionIds(rest)
          .forEach((title, id) -> found.put(title, new PageText(id, "", Optional.empty())));
    }
    own.filter(text -> included.contains(ownTitle) || probed.contains(ownTitle))
        .ifPresent(text -> found.put(ownTitle, text));
    included.forEach(title -> note(title, found));
    probed.forEach(title -> note(title, found));
    return found;
  }

  private void note(String title, Map<String, PageText> found) {
    PageText text = found.get(title);
    revisions.put(title, text == null ? 0 : text.revision());
  }

  @Override
  public Statistics statistics() {
    return reader.statistics();
  }

  @Override
  public long pagesInCategory(String category) {
    return reader.members(category);
  }
}
