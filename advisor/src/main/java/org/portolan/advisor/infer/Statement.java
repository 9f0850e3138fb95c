package org.portolan.advisor.infer;

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
          "(?is).*\\b(?:limit\\s+(?:\\d+\\s*,\\s*)?|fetch\\s+(?:first|next)\\s+)(\\d{1,9})\\b[^)]*"
              + "(?:\\)\\s*(?:as\\s+)?[\"`]?\\w*[\"`]?\\s*)*;?");

  /** Returns how many rows the first logged statement wants at most, if it says so. */
  public OptionalLong limit() {
    return template.examples().stream()
        .map(example -> LIMIT.matcher(example.text()))
        .filter(Matcher::matches)
        .mapToLong(found -> Long.parseLong(found.group(1)))
        .findFirst();
  }

  /** Returns what people call it: its operation, or the beginning of its text. */
  public String name() {
    String text = template.text().replaceAll("\\s+", " ").strip();
    return template.operation().isEmpty()
        ? text.length() <= NAME_CHARS_MAX ? text : text.substring(0, NAME_CHARS_MAX - 1) + "…"
        : template.operation();
  }
}
