package org.portolan.data.plan;

import java.util.List;

/** Long lists in sentences. */
final class SomeOf {
  private static final int NAMES_MAX = 8;

  private SomeOf() {}

  /** Returns names with commas, the last of many counted only. */
  static String names(List<String> names) {
    return names.size() <= NAMES_MAX
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, NAMES_MAX - 1))
            + " and "
            + (names.size() - NAMES_MAX + 1)
            + " more";
  }
}
