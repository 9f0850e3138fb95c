package org.portolan.design;

import java.util.List;
import java.util.stream.Collectors;

/** A design breaks a rule. The exception carries all problems found, in the order of lines. */
public final class InvalidDesignException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;
  private final String listing;

  public InvalidDesignException(String sourceName, List<Problem> problems) {
    super(message(sourceName, problems));
    this.problems = List.copyOf(problems);
    this.listing = listing(sourceName, problems);
  }

  public List<Problem> problems() {
    return problems;
  }

  /** Returns the problems, one a line, each with its file and line. */
  public String listing() {
    return listing;
  }

  private static String message(String sourceName, List<Problem> problems) {
    return "cannot use design '%s': it has %s\n%s"
        .formatted(
            sourceName,
            problems.size() == 1 ? "1 problem" : problems.size() + " problems",
            listing(sourceName, problems));
  }

  private static String listing(String sourceName, List<Problem> problems) {
    return problems.stream()
        .map(problem -> problem.text(sourceName))
        .collect(Collectors.joining("\n"));
  }
}
