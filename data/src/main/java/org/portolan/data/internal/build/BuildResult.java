package org.portolan.data.internal.build;

import java.util.List;

/**
 * The result of a build.
 *
 * @param rows the rows that were read
 * @param entries the entries that were written; 0 if there are violations
 * @param violations at most {@value #VIOLATIONS_MAX} of the violations that were found
 * @param violationCount how many were found
 */
public record BuildResult(
    long rows, long entries, List<Violation> violations, long violationCount) {
  public static final int VIOLATIONS_MAX = 1_000;

  public BuildResult {
    violations = List.copyOf(violations);
  }

  /** Returns whether everything was built. */
  public boolean isBuilt() {
    return violationCount == 0;
  }
}
