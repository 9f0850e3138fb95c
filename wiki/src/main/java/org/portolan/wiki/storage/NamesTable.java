package org.portolan.wiki.storage;

import java.util.List;
import org.portolan.wiki.WikiPage;
import org.portolan.wikitext.text.PageLinks;

/** What stored pages say that they name. Thread-safe. */
public interface NamesTable {

  /** A page, and what is stored of the pages that it names. */
  record Stored(WikiPage page, PageLinks links) {}

  /** Reads pages, all in memory at once; titles without a page are left out. */
  List<Stored> read(List<String> titles);

  /**
   * Replaces what pages say that they name, in one buffered write. A page that has another revision
   * than the look, or says something else now, stays as it is.
   *
   * @throws org.portolan.data.WriteConflictException if others change the pages at every attempt
   */
  void correct(List<PageNames.Look> looks);
}
