package org.portolan.wiki.load;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.portolan.wiki.PageHistory;
import org.portolan.wikitext.site.SiteInfo;

/** The source of an import's pages, in the same order each time. Used by one thread. */
public interface ImportSource extends AutoCloseable {

  /** One page, or the known data of a malformed page. */
  sealed interface Entry {}

  record Good(PageHistory page, String place) implements Entry {}

  record Broken(String title, String place, String reason) implements Entry {}

  /** Returns the name under which the store remembers the progress of this source's import. */
  String name();

  /** Returns a text that distinguishes this source from others of the same name. */
  String identity();

  /** Returns the site of the pages, if the source names it. */
  Optional<SiteInfo> site();

  /** Skips pages that an earlier import has handled. */
  void skip(long pages);

  /**
   * Returns the next pages, none at the end.
   *
   * @throws RuntimeException if the source cannot be read any further; pages before that place have
   *     been returned
   */
  List<Entry> next(int pagesMax, long bytesMax);

  /** Returns the number of pages, if it is known beforehand. */
  OptionalLong expectedPages();

  @Override
  void close();
}
