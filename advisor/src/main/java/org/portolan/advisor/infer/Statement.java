package org.portolan.advisor.infer;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.portolan.advisor.access.AccessPath;
import org.portolan.advisor.workload.StatementTemplate;

/**
 * A template of the workload with its access path.
 *
 * @param path empty if the template could not be parsed
 * @param failure why it could not; empty if it could
 */
public record Statement(StatementTemplate template, Optional<AccessPath> path, String failure) {
  private static final int NAME_CHARS_MAX = 70;

  /**
   * LIMIT rows, LIMIT skipped, rows, and FETCH FIRST rows ROWS, at the end of a statement or of the
   * subquery that it ends with.
   */
  private static final Pattern LIMIT =
      Pattern.compile(
          "(?is).*\\b(?:limit\\s+(?:\\d+\\s*,\\s*)?+|fetch\\s+(?:first|next)\\s+)(\\d+|null)\\b[^)]*"
              + "(?:\\)\\s*(?:as\\s+)?[\"`]?\\w*[\"`]?\\s*)*;?");

  /**
   * Returns the statement of a template. LIMIT NULL is no limit, nor is a number that no result
   * has, as in LIMIT 5, 18446744073709551615; only the logged statements have these values.
   */
  public static Statement of(
      StatementTemplate template, Optional<AccessPath> path, String failure) {
    Statement statement = new Statement(template, path, failure);
    List<String> limits = statement.limits();
    boolean none = !limits.isEmpty() && limits.stream().noneMatch(Statement::isLimit);
    return none ? new Statement(template, path.map(AccessPath::unlimited), failure) : statement;
  }

  /** Returns how many rows the first logged statement with a limit wants at most, if any has. */
  public OptionalLong limit() {
    return limits().stream().filter(Statement::isLimit).mapToLong(Long::parseLong).findFirst();
  }

  private List<String> limits() {
    return template.examples().stream()
        .map(example -> LIMIT.matcher(example.text()))
        .filter(Matcher::matches)
        .map(found -> found.group(1))
        .toList();
  }

  private static boolean isLimit(String limit) {
    return !limit.equalsIgnoreCase("null")
        && new BigInteger(limit).compareTo(BigInteger.valueOf(Integer.MAX_VALUE)) < 0;
  }

  /** Returns what people call it: its operation, or the beginning of its text. */
  public String name() {
    String text = template.text().replaceAll("\\s+", " ").strip();
    return template.operation().isEmpty()
        ? text.length() <= NAME_CHARS_MAX ? text : text.substring(0, NAME_CHARS_MAX - 1) + "…"
        : template.operation();
  }
}
