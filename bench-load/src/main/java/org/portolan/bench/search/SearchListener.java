package org.portolan.bench.search;

import java.time.Duration;

/** Follows a search while it goes on; called by its thread. */
public interface SearchListener {
  /** Ignores the search. */
  SearchListener NONE = new SearchListener() {};

  /** A probe begins. */
  default void begins(int number, Step.Purpose purpose, double load, Duration length) {}

  /**
   * A probe has ended.
   *
   * @param soFar the answer that follows from the trail so far
   */
  default void ended(Step step, SearchResult soFar) {}
}
