package org.portolan.design.evolve;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * In which tables the indexes of a design are, which other generations of indexes a store has, and
 * how its counters are read. Immutable.
 *
 * @param generations of the design's indexes with tables of their own, by their names; an index
 *     that is not in it has the first generation. Names that the design does not have mean nothing
 * @param shadows the generations that are built or given up
 */
public record IndexStates(
    Map<String, Integer> generations, List<Shadow> shadows, CounterStates counters) {
  /** Those of a store whose indexes never changed while applications went on. */
  public static final IndexStates NONE = new IndexStates(Map.of(), List.of());

  /** The generation of an index that was never built while applications went on. */
  public static final int FIRST = 1;

  public IndexStates {
    generations = sorted(generations);
    shadows = List.copyOf(shadows);
  }

  /** Those of a store whose counters never changed while applications went on. */
  public IndexStates(Map<String, Integer> generations, List<Shadow> shadows) {
    this(generations, shadows, CounterStates.NONE);
  }

  /** Returns an immutable copy in the order of the names. */
  static Map<String, Integer> sorted(Map<String, Integer> generations) {
    generations.forEach(
        (index, generation) -> {
          if (generation < FIRST) {
            throw new IllegalArgumentException(
                "a generation is at least 1 but is " + generation + " of index '" + index + "'");
          }
        });
    return Collections.unmodifiableMap(new TreeMap<>(generations));
  }

  /** Returns these generations, without shadows. */
  public IndexStates withoutShadows() {
    return new IndexStates(generations, List.of(), counters);
  }

  /** Returns the generation of an index of the design. */
  public int generation(String index) {
    return generations.getOrDefault(index, FIRST);
  }

  /** Returns the name of the table of an index of the design that is not within an entity. */
  public String table(String index) {
    return table(index, generation(index));
  }

  /** Returns the name of the table of a generation: {@code backlinks}, {@code backlinks__2}. */
  public static String table(String index, int generation) {
    return generation == FIRST ? index : index + "__" + generation;
  }
}
