package org.portolan.wiki.text;

import java.util.Map;
import java.util.Set;
import org.portolan.wiki.WikiPage;
import org.portolan.wikitext.expand.Statistics;

/** Reads other pages for the renderer; each method is at most one round trip. */
public interface PageReader {

  /** Returns the existing pages among the titles, by title. */
  Map<String, WikiPage> pages(Set<String> titles);

  /** Returns the current revision of each title that is a page. */
  Map<String, Long> revisionIds(Set<String> titles);

  Statistics statistics();

  /** Returns the number of pages in a category, given by its full title. */
  long members(String category);
}
