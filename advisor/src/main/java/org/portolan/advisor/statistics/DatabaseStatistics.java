package org.portolan.advisor.statistics;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is known about the rows of a database. Files give the numbers of rows alone. Immutable and
 * thread-safe.
 *
 * @param tables by the name of the schema, in its order
 * @param skews one for each relationship whose rows were looked at
 * @param inclusions one for each relationship whose values were looked up
 * @param keyChecks one for each possible key that was checked
 * @param method how the statistics were made, in words; empty for files
 */
public record DatabaseStatistics(
    Map<String, TableStatistics> tables,
    List<Skew> skews,
    List<Inclusion> inclusions,
    List<KeyCheck> keyChecks,
    String method) {

  /** Nothing is known. */
  public static final DatabaseStatistics NONE =
      new DatabaseStatistics(Map.of(), List.of(), List.of(), List.of(), "");

  public DatabaseStatistics {
    tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
    skews = List.copyOf(skews);
    inclusions = List.copyOf(inclusions);
    keyChecks = List.copyOf(keyChecks);
  }

  public Optional<TableStatistics> table(String name) {
    return Optional.ofNullable(tables.get(name));
  }

  /** Returns the skew of a relationship. */
  public Optional<Skew> skew(
      String from, List<String> fromColumns, String to, List<String> toColumns) {
    return skews.stream()
        .filter(any -> any.from().equals(from) && any.to().equals(to))
        .filter(any -> any.fromColumns().equals(fromColumns) && any.toColumns().equals(toColumns))
        .findFirst();
  }
}
