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
