package org.portolan.integration;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the threads of {@link ShopProcess}es asked for and were answered.
 *
 * @param customers of all orders that were asked for, by id
 * @param registered the name under which an address was registered
 * @param takenNames the names of registrations that were refused
 * @param twice addresses that were registered twice
 * @param names all names that were asked for, by address
 * @param failures the number of calls that failed, by kind
 */
record ShopJournal(
    Map<String, String> customers,
    Set<String> placed,
    Set<String> refused,
    Map<String, String> registered,
    Map<String, Set<String>> names,
    Set<String> takenNames,
    Set<String> twice,
    Map<String, Integer> failures) {

  static ShopJournal empty() {
    return new ShopJournal(
        new HashMap<>(),
        new HashSet<>(),
        new HashSet<>(),
        new HashMap<>(),
        new HashMap<>(),
        new HashSet<>(),
        new HashSet<>(),
        new TreeMap<>());
  }

  int answers() {
    return placed.size() + refused.size() + registered.size();
  }

  int unanswered() {
    return customers.size() - placed.size() - refused.size();
  }

  /** Adds what a process has left in a file; an incomplete last line does not count. */
  void add(Path path) {
    Journal.lines(path).forEach(this::addLine);
  }

  private void addLine(List<String> fields) {
    String first = fields.get(1);
    String second = fields.get(2);
    switch (fields.get(0)) {
      case "asked-order" -> customers.put(first, second);
      case "placed" -> placed.add(first);
      case "refused" -> refused.add(first);
      case "asked-email" -> names.computeIfAbsent(first, any -> new HashSet<>()).add(second);
      case "registered" -> {
        if (registered.put(first, second) != null) {
          twice.add(first);
        }
      }
      case "taken" -> takenNames.add(second);
      case "failed" -> failures.merge(first + "/" + second, 1, Integer::sum);
      default -> throw new IllegalArgumentException("not a line of a journal: " + fields);
    }
  }
}
