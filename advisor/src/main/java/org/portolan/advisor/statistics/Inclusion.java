package org.portolan.advisor.statistics;

import java.util.List;

/**
 * How many sampled values of columns exist in other columns. Immutable and thread-safe.
 *
 * @param values how many different values were sampled, without nulls
 * @param included how many of these exist in the other columns
 */
public record Inclusion(
    String from,
    List<String> fromColumns,
    String to,
    List<String> toColumns,
    long values,
    long included) {

  public Inclusion {
    fromColumns = List.copyOf(fromColumns);
    toColumns = List.copyOf(toColumns);
  }
}
