package org.portolan.advisor.infer;

import java.util.Optional;
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

  /** Returns what people call it: its operation, or the beginning of its text. */
  public String name() {
    String text = template.text().replaceAll("\\s+", " ").strip();
    return template.operation().isEmpty()
        ? text.length() <= NAME_CHARS_MAX ? text : text.substring(0, NAME_CHARS_MAX - 1) + "…"
        : template.operation();
  }
}
