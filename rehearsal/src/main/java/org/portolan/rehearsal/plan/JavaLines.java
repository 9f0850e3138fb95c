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
 * @param refusal why the lines are not written, and there are none; empty if they are
 */
public record JavaLines(
    Map<String, String> parameters,
    List<String> lines,
    Optional<String> changed,
    Optional<String> refusal) {
  private static final int LENGTH_MAX = 90;

  public JavaLines {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    lines = lines.stream().flatMap(JavaLines::broken).toList();
  }

  JavaLines(Map<String, String> parameters, List<String> lines, Optional<String> changed) {
    this(parameters, lines, changed, Optional.empty());
  }

  /** Returns what stands in place of lines that are not written. */
  static JavaLines refused(String reason) {
    return new JavaLines(Map.of(), List.of(), Optional.empty(), Optional.of(reason));
  }

  /** Returns the lines, or the comment that says why they are not written. */
  public List<String> linesOrReason() {
    return refusal.map(reason -> List.of("// the lines are not written: " + reason)).orElse(lines);
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
