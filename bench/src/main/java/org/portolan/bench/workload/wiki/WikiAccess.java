package org.portolan.bench.workload.wiki;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.portolan.bench.load.Progress;
import org.portolan.data.ConflictStatistics;
import org.portolan.engine.ServerMetrics;

/**
 * A wiki as those reach it who use it: at its store or over HTTP. Thread-safe.
 *
 * <p>Methods throw what the data layer throws when the store fails; over HTTP, {@link
 * org.portolan.engine.UnavailableException} for what changed nothing, {@link
 * org.portolan.engine.OutcomeUnknownException} for a write that may have.
 */
public interface WikiAccess extends AutoCloseable {

  /** Returns what is used, for the manifest of a run: names and values. */
  Map<String, String> configuration();

  /** Returns whether the store's own work is done in this process. */
  boolean inProcess();

  /** Returns what the engine's servers count of their work, where that can be seen. */
  default Optional<ServerMetrics> serverMetrics() {
    return Optional.empty();
  }

  /** Returns what became of the store's transactions, where that can be seen. */
  Optional<ConflictStatistics> conflicts();

  /**
   * Returns titles of pages that exist, in the order of the wiki's list; all of them unless there
   * are more than {@code titlesMax}.
   */
  List<String> titles(int titlesMax, Progress progress);

  /** Returns whether a {@link #fill} was begun and broken off. */
  boolean halfFilled(int pages);

  /**
   * Fills a wiki that has no page with synthetic ones, or goes on where that was broken off.
   *
   * @throws IllegalStateException if that cannot be done from here
   */
  void fill(int pages, Progress progress);

  /**
   * What somebody sees who reads a page.
   *
   * @param wrong what is not as it must be, empty if all is
   * @param text the text in wiki markup, empty over HTTP
   */
  record Reading(String wrong, Optional<String> text) {}

  /** Reads a page and which of its links lead to pages; empty if there is no such page. */
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

  /** What became of a save. */
  sealed interface Answer {
    /** Acknowledged, with the id of the new revision where it can be seen. */
    record Saved(OptionalLong revision) implements Answer {}

    /** The page moved on since it was opened; nothing was changed. */
    record MovedOn() implements Answer {}
  }

  Answer save(String title, String text, long base);

  /** Returns the text of a revision, empty if it is not there; only where saves tell their id. */
  Optional<String> revisionText(String title, long revision);

  @Override
  void close();
}
