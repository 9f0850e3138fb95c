package org.portolan.wikitext.expand;

import java.util.Map;
import java.util.Set;

/**
 * The other pages of a wiki, as an expansion needs them. An implementation counts on calls from one
 * thread at a time.
 */
public interface PageTexts {
  /**
   * Reads pages, if possible in one round trip. The titles may be thousands; an implementation that
   * cannot hold so many texts should end the work by {@link
   * org.portolan.wikitext.limit.Allowance#refused}.
   *
   * @param included full titles of pages to include
   * @param probed full titles of pages of which only the existence counts; their text may be left
   *     empty
   * @return the pages that exist, by the given titles
   */
  Map<String, PageText> read(Set<String> included, Set<String> probed);

  /** Returns the numbers that the wiki counts; cheap. */
  default Statistics statistics() {
    return Statistics.NONE;
  }

  /** Returns how many pages are in a category, given by its full title; one round trip. */
  default long pagesInCategory(String category) {
    return 0;
  }
}
