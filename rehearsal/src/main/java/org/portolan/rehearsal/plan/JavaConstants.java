package org.portolan.rehearsal.plan;

import java.util.List;
import java.util.Optional;
import org.portolan.advisor.access.AccessPath;
import org.portolan.advisor.access.TableUse;

/**
 * Constants in place of parameters: of a column that is a condition by itself, as in {@code WHERE
 * admin}, the statement gives no value.
 */
final class JavaConstants {
  private JavaConstants() {}

  /**
   * Returns the constant that a column is compared with; empty if it is a value of the statement.
   *
   * @param thing the parameter, with the place of its use and the column
   * @param type of the parameter
   */
  static Optional<String> of(AccessPath path, String thing, String type) {
    List<TableUse> uses = path.tables();
    for (int place = 0; place < uses.size(); place++) {
      for (var truth : uses.get(place).truths().entrySet()) {
        boolean differs = thing.equals(place + " not " + truth.getKey());
        if (differs || thing.equals(place + " " + truth.getKey())) {
          return constant(truth.getValue(), differs, type);
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> constant(boolean value, boolean differs, String type) {
    return switch (type) {
      case "Boolean" -> differs ? Optional.empty() : Optional.of(Boolean.toString(value));
      // True is every number but 0.
      case "Integer" -> differs == value ? Optional.of("0") : Optional.empty();
      case "Long" -> differs == value ? Optional.of("0L") : Optional.empty();
      default -> Optional.empty();
    };
  }
}
