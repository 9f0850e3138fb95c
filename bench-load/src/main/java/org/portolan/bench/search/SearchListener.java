package org.portolan.bench.search;

import java.time.Duration;

/** Told of a search while it goes on, by its thread. */
public interface SearchListener {
  /** Tells nobody. */
  SearchListener NONE = new SearchListener() {};

  /** A probe begins. */
  default void begins(int number, Step.Purpose purpose, double load, Duration length) {}

  /**
   * A probe has ended.
   *
   * @param soFar the answer that follows from the trail until now
   */
  default void ended(Step step, SearchResult soFar) {}
}
