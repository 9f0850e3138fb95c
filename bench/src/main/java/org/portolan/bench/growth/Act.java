package org.portolan.bench.growth;

import java.util.List;
import org.portolan.wiki.Wiki;

/**
 * One measured operation of a wiki.
 *
 * @param lists the names of the indexes and collections that it reads or changes as lists; if one
 *     of them is an object, the operation may grow with it
 * @param body the operation
 */
record Act(String name, List<String> lists, Body body) {

  /** The operation itself. */
  @FunctionalInterface
  interface Body {
    /**
     * Runs the operation once.
     *
     * @param sample the number of this run, from 0; runs of different numbers use different pages
     */
    void run(Wiki wiki, int sample);
  }

  static Act of(String name, Body body) {
    return new Act(name, List.of(), body);
  }
}
