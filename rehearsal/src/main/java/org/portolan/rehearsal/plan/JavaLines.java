package org.portolan.rehearsal.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Lines of Java that serve a statement.
 *
 * @param parameters the types of the values that the statement is given, by their names
 * @param lines the body
 * @param changed the variable with the number of rows that an UPDATE or DELETE has changed; empty
 *     of other statements
 */
public record JavaLines(
    Map<String, String> parameters, List<String> lines, Optional<String> changed) {
  private static final int LENGTH_MAX = 90;

  public JavaLines {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    lines = lines.stream().flatMap(JavaLines::broken).toList();
  }

  /** A long assignment in two lines. */
  private static Stream<String> broken(String line) {
    int assigned = line.indexOf(" = ");
    if (line.length() <= LENGTH_MAX || assigned < 0 || line.contains("->")) {
      return Stream.of(line);
    }
    String indent = " ".repeat(line.length() - line.stripLeading().length() + 4);
    return Stream.of(line.substring(0, assigned + 2), indent + line.substring(assigned + 3));
  }

  /**
   * Returns the lines as a method that is given the store. That of an UPDATE or DELETE returns how
   * many rows it has changed.
   */
  public String method(String name) {
    List<String> given = new ArrayList<>();
    given.add("Store store");
    parameters.forEach((parameter, type) -> given.add(type + " " + parameter));
    StringBuilder text = new StringBuilder();
    String type = changed.isPresent() ? "int" : "void";
    text.append("  static ").append(type).append(' ').append(name).append("(");
    text.append(String.join(", ", given)).append(") {\n");
    lines.forEach(line -> text.append("    ").append(line).append('\n'));
    changed.ifPresent(variable -> text.append("    return ").append(variable).append(";\n"));
    return text.append("  }\n").toString();
  }
}
