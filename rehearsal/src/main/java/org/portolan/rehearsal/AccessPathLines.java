package org.portolan.rehearsal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.serve.Served;
import org.portolan.rehearsal.layout.Layout;
import org.portolan.rehearsal.plan.JavaLines;
import org.portolan.rehearsal.plan.JavaText;
import org.portolan.rehearsal.plan.Planner;

/** The lines of Java that serve the statements of a proposal. */
public final class AccessPathLines {
  private static final List<String> IMPORTS =
      List.of(
          "java.math.BigDecimal",
          "java.math.RoundingMode",
          "java.time.Instant",
          "java.util.ArrayList",
          "java.util.Collections",
          "java.util.HashMap",
          "java.util.HashSet",
          "java.util.LinkedHashMap",
          "java.util.List",
          "java.util.Map",
          "java.util.Optional",
          "java.util.Set",
          "java.util.function.Function",
          "java.util.function.Predicate",
          "java.util.stream.Collectors",
          "java.util.stream.IntStream",
          "java.util.stream.Stream",
          "org.portolan.data.Columns",
          "org.portolan.data.EntityRow",
          "org.portolan.data.Item",
          "org.portolan.data.Paging",
          "org.portolan.data.ReferenceException",
          "org.portolan.data.Start",
          "org.portolan.data.Store",
          "org.portolan.types.Bytes",
          "org.portolan.types.Collation",
          "org.portolan.types.Collations",
          "org.portolan.types.ExactNumbers",
          "org.portolan.types.ScalarType",
          "org.portolan.types.Tuple",
          "org.portolan.types.Values");

  private final Proposal proposal;
  private final Layout layout;

  public AccessPathLines(Proposal proposal) {
    this.proposal = proposal;
    this.layout = new Layout(proposal);
  }

  /**
   * Returns the lines of a statement, or the comment that says why they are not written; none if it
   * is not served.
   */
  public List<String> of(Served served) {
    return lines(served).map(JavaLines::linesOrReason).orElse(List.of());
  }

  private Optional<JavaLines> lines(Served served) {
    if (served.refusal().isPresent()) {
      return Optional.empty();
    }
    return Optional.of(JavaText.of(Planner.plan(layout, served)));
  }

  /**
   * Returns a class with a method for each statement that has lines, each with the statement and
   * what the application does itself. It compiles with {@code portolan-data}. Empty if no statement
   * has lines.
   */
  public Optional<String> javaClass(String name) {
    StringBuilder text = new StringBuilder();
    List<String> methods = new ArrayList<>();
    int number = 0;
    for (Served served : proposal.served()) {
      number++;
      Optional<JavaLines> lines = lines(served);
      if (lines.isPresent()) {
        methods.add(
            comments(served)
                + (lines.get().refusal().isPresent()
                    ? "  " + lines.get().linesOrReason().get(0) + "\n"
                    : lines.get().method("statement" + number)));
      }
    }
    if (methods.isEmpty()) {
      return Optional.empty();
    }
    List<String> used =
        IMPORTS.stream()
            .filter(
                type ->
                    type.endsWith(".Store")
                        || methods.stream().anyMatch(method -> uses(method, type)))
            .toList();
    used.forEach(type -> text.append("import ").append(type).append(";\n"));
    text.append("\n/** The access paths of the design ").append(proposal.design().name());
    text.append(": what serves each statement of its log. */\n");
    text.append("final class ")
        .append(name)
        .append(" {\n  private ")
        .append(name)
        .append("() {}\n");
    methods.forEach(method -> text.append('\n').append(method));
    return Optional.of(text.append("}\n").toString());
  }

  private static boolean uses(String method, String type) {
    String simple = type.substring(type.lastIndexOf('.') + 1);
    return Pattern.compile("\\b" + simple + "\\b").matcher(method).find();
  }

  private static String comments(Served served) {
    StringBuilder text = new StringBuilder();
    String statement = served.statement().template().text().replaceAll("\\s+", " ");
    text.append("  // ").append(statement).append('\n');
    served.notes().forEach(note -> text.append("  // ").append(note).append('\n'));
    // A backslash and a u would begin a character.
    return text.toString().replace("\\u", "\\ u");
  }
}
