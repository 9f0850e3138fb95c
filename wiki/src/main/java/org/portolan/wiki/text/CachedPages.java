package org.portolan.wiki.text;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.wiki.WikiPage;
import org.portolan.wikitext.expand.Statistics;

/**
 * Reads pages and keeps them for a short time, because many pages use the same templates. Holds at
 * most {@value #CHARS_MAX} characters of text. Used by one thread.
 */
public final class CachedPages implements PageReader {
  private static final int CHARS_MAX = 16 << 20;
  private static final int TITLES_MAX = 50_000;

  private final PageReader reader;
  private final long keptNanos;
  private final Map<String, Optional<WikiPage>> pages = new HashMap<>();
  private final Map<String, Long> revisions = new HashMap<>();
  private long chars;
  private long emptiedNanos = System.nanoTime();

  /**
   * @param kept how old a page may be that is returned
   */
  public CachedPages(PageReader reader, Duration kept) {
    this.reader = reader;
    this.keptNanos = kept.toNanos();
  }

  private void emptyIfOld() {
    if (System.nanoTime() - emptiedNanos > keptNanos
        || chars > CHARS_MAX
        || pages.size() + revisions.size() > TITLES_MAX) {
      pages.clear();
      revisions.clear();
      chars = 0;
      emptiedNanos = System.nanoTime();
    }
  }

  @Override
  public Map<String, WikiPage> pages(Set<String> titles) {
    emptyIfOld();
    Set<String> missing = new HashSet<>(titles);
    missing.removeAll(pages.keySet());
    if (!missing.isEmpty()) {
      Map<String, WikiPage> read = reader.pages(missing);
      missing.forEach(title -> pages.put(title, Optional.ofNullable(read.get(title))));
      read.values().forEach(page -> chars += page.text().length());
    }
    Map<String, WikiPage> found = new HashMap<>();
    titles.forEach(title -> pages.get(title).ifPresent(page -> found.put(title, page)));
    return found;
  }

  @Override
  public Map<String, Long> revisionIds(Set<String> titles) {
    emptyIfOld();
    Set<String> missing = new HashSet<>(titles);
    missing.removeAll(revisions.keySet());
    if (!missing.isEmpty()) {
      Map<String, Long> read = reader.revisionIds(missing);
      missing.forEach(title -> revisions.put(title, read.getOrDefault(title, 0L)));
    }
    Map<String, Long> found = new HashMap<>();
    for (String title : titles) {
      long revision = revisions.get(title);
      if (revision != 0) {
        found.put(title, revision);
      }
    }
    return found;
  }

  @Override
  public Statistics statistics() {
    return reader.statistics();
  }

  @Override
  public long members(String category) {
    return reader.members(category);
  }
}
