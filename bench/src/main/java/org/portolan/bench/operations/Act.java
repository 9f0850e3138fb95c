package org.portolan.bench.operations;

import java.util.List;
import org.portolan.wiki.Wiki;

/**
 * One measured operation of a wiki.
 *
 * @param lists the names of the indexes and collections that it reads or changes as lists; if one
 *     of them is an object, the operation may grow with it
 * @param body the operation
 */
public record Act(String name, Kind kind, List<String> lists, Body body) {
  /** Whether an operation changes the wiki. */
  public enum Kind {
    READ,
    WRITE
  }

  /** The operation with what it needs beforehand. */
  @FunctionalInterface
  public interface Body {
    /**
     * Makes and reads what a run of the operation needs, which is no part of the operation: the
     * page that it changes, and the revision that its author has read.
     *
     * @param sample the number of this run, from 0; runs of different numbers use different pages
     */
    Run prepare(int sample);
  }

  /** The operation itself. */
  @FunctionalInterface
  public interface Run {
    /** Runs the operation, once. */
    void on(Wiki wiki);
  }

  public Act {
    lists = List.copyOf(lists);
  }

  static Act read(String name, List<String> lists, Body body) {
    return new Act(name, Kind.READ, lists, body);
  }

  static Act write(String name, List<String> lists, Body body) {
    return new Act(name, Kind.WRITE, lists, body);
  }
}
