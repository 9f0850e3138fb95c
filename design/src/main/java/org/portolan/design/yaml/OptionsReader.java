package org.portolan.design.yaml;

import java.util.LinkedHashMap;
import java.util.Map;

/** Reads the options by which engines keep a table. */
final class OptionsReader {
  private OptionsReader() {}

  /** Returns the {@code options} of a part, each value as its text in the file. */
  static Map<String, String> read(Section part) {
    String right = "write names and values: 'options: {hbase.compression: gz}'";
    Map<String, String> options = new LinkedHashMap<>();
    part.get("options")
        .flatMap(value -> value.section(right))
        .ifPresent(
            section ->
                section
                    .all()
                    .forEach(
                        (name, value) ->
                            value.text(right).ifPresent(text -> options.put(name, text))));
    return options;
  }
}
