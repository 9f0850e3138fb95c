package org.portolan.wiki.storage;

import java.util.List;
import java.util.Optional;
import org.portolan.wikitext.site.SiteInfo;

/** What imports write, and what they remember of their progress. Thread-safe. */
public interface ImportTable {

  /** Returns the progress of an import of a source; empty if there was none. */
  Optional<ImportState> state(String source);

  /** Returns the site that the storage names; empty before the first import. */
  Optional<SiteInfo> storedSite();

  /**
   * Returns whether a batch and the state that the import reaches with it are best written
   * together, one batch after another; otherwise several batches are written at once.
   */
  boolean ordered();

  /**
   * Writes pages, each beside the revisions of the same page, and the state that an import reaches
   * with them. The write is buffered: the newest may be lost with the power until {@link #flush}.
   *
   * @throws IllegalArgumentException if the storage has another page of a title, whose revisions
   *     must not mix with these, or has another text for one of the revisions. Nothing was written
   */
  void write(List<PreparedPage> pages, Optional<ImportState> reached);

  /**
   * Begins to fill this storage without looking for what is there, which is faster than {@link
   * #write}.
   *
   * @return empty if the storage is not empty, or there is no such way
   */
  default Optional<ImportLoad> load() {
    return Optional.empty();
  }

  /** Returns whether a load was begun and has not ended. */
  default boolean isLoadUnfinished() {
    return false;
  }

  /**
   * Ends the load of a process that died, after all pages are written: checks everything that is
   * derived from them, and repairs it. Does nothing if no load is unfinished.
   *
   * @return the faults that are left, for people; empty if the load has ended
   */
  default Optional<String> finishLoad() {
    return Optional.empty();
  }

  /** Writes the last state of an import, and at once a job for all pages if requested. */
  void end(ImportState state, boolean jobForAll);

  /** Returns when all writes are durable. */
  void flush();

  /**
   * Counts the revisions again if a repeated batch may have been counted twice.
   *
   * @param interrupted whether this import continues one that was killed
   */
  void recountRevisions(boolean interrupted);

  /** Brings the storage into the state in which it is read fastest; durable when this returns. */
  void settle();
}
