package org.portolan.bench.workload.wiki;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.portolan.bench.load.Progress;
import org.portolan.data.ConflictStatistics;
import org.portolan.engine.ServerMetrics;

/**
 * A user's access to a wiki: at its store or over HTTP. Thread-safe.
 *
 * <p>Methods throw the data layer's exceptions if the store fails. Over HTTP they throw {@link
 * org.portolan.engine.UnavailableException} if nothing was changed, and {@link
 * org.portolan.engine.OutcomeUnknownException} for a write that may have been made.
 */
public interface WikiAccess extends AutoCloseable {

  /** Returns the settings of this access for the manifest of a run: names and values. */
  Map<String, String> configuration();

  /** Returns whether the store does its work in this process. */
  boolean inProcess();

  /** Returns the counters of the engine's servers, if they can be read. */
  default Optional<ServerMetrics> serverMetrics() {
    return Optional.empty();
  }

  /** Returns the statistics of the store's transactions, if they can be read. */
  Optional<ConflictStatistics> conflicts();

  /**
   * Returns titles of existing pages, in the order of the wiki's list; all of them unless there are
   * more than {@code titlesMax}. First fills a wiki without pages with synthetic ones, or continues
   * an interrupted filling.
   *
   * @param fill the number of synthetic pages
   * @throws IllegalStateException if the wiki has no pages and this access cannot fill it
   */
  List<String> titles(int fill, int titlesMax, Progress progress);

  /**
   * A page as its reader sees it.
   *
   * @param wrong the error in the page, empty if there is none
   * @param text the text in wiki markup, empty over HTTP
   */
  record Reading(String wrong, Optional<String> text) {}

  /**
   * Reads a page and finds out which of its links lead to pages; empty if there is no such page.
   */
  Optional<Reading> view(String title);

  /** Reads the newest revisions of a page; returns whether there is such a page. */
  boolean history(String title);

  /**
   * A page opened for editing.
   *
   * @param base the revision that a save would follow, 0 if there is no page
   */
  record Opened(String text, long base) {}

  Opened open(String title);

  /** The outcome of a save. */
  sealed interface Answer {
    /** Acknowledged, with the id of the new revision if it is known. */
    record Saved(OptionalLong revision) implements Answer {}

    /** The page was changed by another writer since it was opened; nothing was saved. */
    record MovedOn() implements Answer {}
  }

  Answer save(String title, String text, long base);

  /** Returns the text of a revision, empty if it does not exist; only if saves return their id. */
  Optional<String> revisionText(String title, long revision);

  @Override
  void close();
}
