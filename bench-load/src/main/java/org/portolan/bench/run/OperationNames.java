package org.portolan.bench.run;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.portolan.bench.api.Text;

/** The rule for the names of a run's operations: they are tags in HdrHistogram's log format. */
final class OperationNames {
  private static final Pattern NAME = Pattern.compile("[!-~&&[^,]]+");

  private OperationNames() {}

  /**
   * Verifies the names that a workload declares.
   *
   * @throws IllegalArgumentException if one cannot be a tag, or occurs twice
   */
  static void verify(String workload, List<String> names) {
    Set<String> before = new HashSet<>();
    for (String name : names) {
      if (!NAME.matcher(name).matches() || name.equals(LatencyLogs.ALL)) {
        throw new IllegalArgumentException(
            Text.format(
                "workload '%s' cannot have an operation named '%s': a name needs one or more ASCII"
                    + " characters without spaces and commas, and %s means all operations; rename"
                    + " the operation",
                workload, name, LatencyLogs.ALL));
      }
      if (!before.add(name)) {
        throw new IllegalArgumentException(
            Text.format("workload '%s' has two operations named '%s'; rename one", workload, name));
      }
    }
  }
}
