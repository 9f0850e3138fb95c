package org.portolan.bench.study;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The variables of a size that have one value. */
final class Scalars {
  private Scalars() {}

  static Map<String, String> of(Map<String, List<String>> values) {
    Map<String, String> scalars = new LinkedHashMap<>();
    values.forEach(
        (name, list) -> {
          if (list.size() == 1) {
            scalars.put(name, list.get(0));
          }
        });
    return scalars;
  }
}
