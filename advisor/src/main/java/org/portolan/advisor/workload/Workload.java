package org.portolan.advisor.workload;

import java.util.List;

/**
 * What an application asks of its database. Immutable and thread-safe.
 *
 * @param templates the most frequent first; of equal ones, by their text
 * @param others executions of statements that had no place among the templates, of which at most
 *     {@link WorkloadBuilder#TEMPLATES_MAX} are kept
 * @param seconds the sum over the files of the time from the first statement to the last; 0 if no
 *     log tells
 */
public record Workload(List<StatementTemplate> templates, long others, double seconds) {
  public Workload {
    templates = List.copyOf(templates);
  }

  /** Returns the templates of a kind, the most frequent first. */
  public List<StatementTemplate> templates(StatementKind kind) {
    return templates.stream().filter(template -> template.kind() == kind).toList();
  }

  /** Returns how many statements of a kind were executed. */
  public long count(StatementKind kind) {
    return templates(kind).stream().mapToLong(StatementTemplate::count).sum();
  }

  /** Returns how many statements were executed. */
  public long count() {
    return others + templates.stream().mapToLong(StatementTemplate::count).sum();
  }
}
