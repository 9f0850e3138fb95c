package org.portolan.design.evolve;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The numbers and sizes of a store's rows, and of the lists derived from them, by which the work of
 * a plan is told. Immutable.
 *
 * @param rows by the name of an entity of the store
 * @param storedLists by {@link #index}, {@link #counter} or {@link #reference}: the lists of the
 *     store
 * @param givenLists in the same way, the lists that the new design would have
 */
public record StoreFigures(
    Map<String, Units> rows, Map<String, Units> storedLists, Map<String, Units> givenLists) {
  public static final StoreFigures NONE = new StoreFigures(Map.of(), Map.of(), Map.of());

  public StoreFigures {
    rows = Map.copyOf(rows);
    storedLists = Map.copyOf(storedLists);
    givenLists = Map.copyOf(givenLists);
  }

  /** How a number was found. */
  public enum Precision {
    /** Each one was counted. */
    EXACT,
    /** Estimated from a sample. */
    ESTIMATED,
    /** There are at least this many: counting stopped early. */
    AT_LEAST
  }

  /**
   * Some units of one kind.
   *
   * @param unitBytes of one, on average, as estimated; empty if that is unknown
   */
  public record Units(long number, Precision precision, OptionalLong unitBytes) {

    /** Returns the estimated bytes of all. */
    public OptionalLong bytes() {
      return unitBytes.isEmpty()
          ? unitBytes
          : OptionalLong.of(
              Math.multiplyHigh(number, unitBytes.getAsLong()) == 0
                      && number * unitBytes.getAsLong() >= 0
                  ? number * unitBytes.getAsLong()
                  : Long.MAX_VALUE);
    }
  }

  public static String index(String name) {
    return "index " + name;
  }

  /** The key of the own list of a counter of a least or greatest value. */
  public static String counter(String name) {
    return "counter " + name;
  }

  public static String reference(String entity, String name) {
    return "reference " + entity + "." + name;
  }

  Optional<Units> rowsOf(String entity) {
    return Optional.ofNullable(rows.get(entity));
  }

  Optional<Units> stored(String list) {
    return Optional.ofNullable(storedLists.get(list));
  }

  Optional<Units> given(String list) {
    return Optional.ofNullable(givenLists.get(list));
  }
}
