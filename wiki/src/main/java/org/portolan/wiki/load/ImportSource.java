package org.portolan.wiki.load;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.portolan.wiki.PageHistory;
import org.portolan.wiki.site.SiteInfo;

/**
 * Where an import takes its pages from, in an order that is the same each time. Used by one thread.
 */
public interface ImportSource extends AutoCloseable {

  /** One page, or what is known of one that makes no sense. */
  sealed interface Entry {}

  record Good(PageHistory page, String place) implements Entry {}

  record Broken(String title, String place, String reason) implements Entry {}

  /** Returns the name under which the store remembers how far the import of this source came. */
  String name();

  /** Returns what tells this source from another of the same name. */
  String identity();

  /** Returns the site that the pages belong to, if the source says. */
  Optional<SiteInfo> site();

  /** Passes over pages that an earlier import has dealt with. */
  void skip(long pages);

  /**
   * Returns the next pages, none at the end.
   *
   * @throws RuntimeException if the source can be read no further; pages before that place have
   *     been returned
   */
  List<Entry> next(int pagesMax, long bytesMax);

  /** Returns how many pages there are, if it is known beforehand. */
  OptionalLong expectedPages();

  @Override
  void close();
}
