package org.portolan.design;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.portolan.design.evolve.DesignDiff;

/**
 * Lists the differences of two designs for people: the design of a store, and the design with which
 * it is opened.
 */
public final class DesignDifferences {
  private final List<String> differences = new ArrayList<>();

  private DesignDifferences() {}

  /**
   * Returns the differences, a line each: {@code entity page: index backlinks: layout object
   * hashed(5) → object single}.
   *
   * @return empty exactly if the designs differ at most in the order of entities, collections,
   *     indexes, counters and references, and in whether a partition that follows from the key
   *     layout is also named, which have no effect, and in the options of tables, see {@link
   *     #ofOptions}
   */
  public static List<String> between(Design stored, Design given) {
    return DesignDiff.between(stored, given).stream()
        .flatMap(change -> change.differences().stream())
        .toList();
  }

  /**
   * Returns how the options of tables differ, a line each: {@code entity page: option
   * hbase.compression gz → none}. {@link #between} does not report them: options decide how an
   * engine creates a table, not its content, so a store also works with other options.
   */
  public static List<String> ofOptions(Design stored, Design given) {
    DesignDifferences found = new DesignDifferences();
    for (EntityDesign one : stored.entities()) {
      given.entity(one.name()).ifPresent(other -> found.optionsOf(one, other));
    }
    return List.copyOf(found.differences);
  }

  private void optionsOf(EntityDesign stored, EntityDesign given) {
    String place = "entity " + stored.name();
    options(place, stored.options(), given.options());
    for (CollectionDesign one : stored.collections()) {
      given
          .collection(one.name())
          .ifPresent(
              other ->
                  options(place + ": collection " + one.name(), one.options(), other.options()));
    }
    for (IndexDesign one : stored.indexes()) {
      given.indexes().stream()
          .filter(other -> other.name().equals(one.name()))
          .forEach(
              other -> options(place + ": index " + one.name(), one.options(), other.options()));
    }
  }

  private void options(String place, Map<String, String> stored, Map<String, String> given) {
    Set<String> names = new TreeSet<>(stored.keySet());
    names.addAll(given.keySet());
    for (String name : names) {
      compare(
          place,
          "option " + name,
          stored.getOrDefault(name, "none"),
          given.getOrDefault(name, "none"));
    }
  }

  private void compare(String place, String what, String stored, String given) {
    if (!stored.equals(given)) {
      differences.add(place + ": " + what + " " + stored + " → " + given);
    }
  }
}
