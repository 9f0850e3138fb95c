package org.portolan.rehearsal.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lines of Java that serve a statement.
 *
 * @param parameters the types of the values that the statement is given, by their names
 * @param lines the body
 */
public record JavaLines(Map<String, String> parameters, List<String> lines) {
  public JavaLines {
    parameters = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    lines = List.copyOf(lines);
  }

  /** Returns the lines as a method that is given the store. */
  public String method(String name) {
    List<String> given = new ArrayList<>();
    given.add("Store store");
    parameters.forEach((parameter, type) -> given.add(type + " " + parameter));
    StringBuilder text = new StringBuilder();
    text.append("  static void ").append(name).append("(");
    text.append(String.join(", ", given)).append(") {\n");
    lines.forEach(line -> text.append("    ").append(line).append('\n'));
    return text.append("  }\n").toString();
  }
}
