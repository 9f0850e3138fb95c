package org.portolan.advisor.infer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.advisor.schema.Table;
import org.portolan.advisor.statistics.Inclusion;

/** Relationships while their evidence is collected. Not thread-safe. */
final class Candidates {
  private record Ends(Table from, List<String> fromColumns, Table to, List<String> toColumns) {
    /** The hash of a table is that of all its columns, so the names are the identity. */
    String identity() {
      return from.name() + fromColumns + to.name() + toColumns;
    }
  }

  private record Candidate(Ends ends, List<Evidence> reasons) {}

  private final Map<String, Candidate> candidates = new LinkedHashMap<>();

  /** Adds a reason; the columns are in the order of one another. */
  void add(
      Table from, List<String> fromColumns, Table to, List<String> toColumns, Evidence reason) {
    Ends ends = sorted(from, fromColumns, to, toColumns);
    candidates
        .computeIfAbsent(ends.identity(), any -> new Candidate(ends, new ArrayList<>()))
        .reasons()
        .add(reason);
  }

  /** Pairs of columns in one order, so that the order of a condition makes no other ends. */
  private static Ends sorted(
      Table from, List<String> fromColumns, Table to, List<String> toColumns) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < fromColumns.size(); i++) {
      order.add(i);
    }
    order.sort(Comparator.comparing(i -> place(from, fromColumns.get(i))));
    return new Ends(
        from,
        order.stream().map(i -> name(from, fromColumns.get(i))).toList(),
        to,
        order.stream().map(i -> name(to, toColumns.get(i))).toList());
  }

  private static String name(Table table, String column) {
    return table.column(column).map(known -> known.name()).orElse(column);
  }

  private static int place(Table table, String column) {
    for (int i = 0; i < table.columns().size(); i++) {
      if (table.columns().get(i).name().equalsIgnoreCase(column)) {
        return i;
      }
    }
    return table.columns().size();
  }

  /** Returns whether there is a reason for these ends. */
  boolean has(Table from, List<String> fromColumns, Table to, List<String> toColumns) {
    return candidates.containsKey(sorted(from, fromColumns, to, toColumns).identity());
  }

  /** Returns the relationships, those of the highest confidence first, then by their names. */
  List<Relationship> relationships(List<Inclusion> inclusions) {
    Map<String, Inclusion> found = new HashMap<>();
    inclusions.forEach(any -> found.put(identity(any), any));
    List<Relationship> all = new ArrayList<>();
    candidates
        .values()
        .forEach(
            candidate ->
                all.add(
                    relationship(
                        candidate.ends(),
                        candidate.reasons(),
                        Optional.ofNullable(found.get(candidate.ends().identity())))));
    all.sort(
        Comparator.comparingDouble(Relationship::confidence)
            .reversed()
            .thenComparing(Relationship::path));
    return all;
  }

  private static String identity(Inclusion any) {
    return any.from() + any.fromColumns() + any.to() + any.toColumns();
  }

  private static Relationship relationship(
      Ends ends, List<Evidence> reasons, Optional<Inclusion> inclusion) {
    List<Evidence> all = new ArrayList<>(reasons);
    boolean declared = all.stream().anyMatch(any -> any.kind() == Evidence.Kind.DECLARED);
    if (!declared) {
      Support.add(all, ends.from(), ends.fromColumns(), ends.to(), ends.toColumns());
      inclusion.flatMap(Included::evidence).ifPresent(all::add);
    }
    all.sort(
        Comparator.comparingDouble(Evidence::weight)
            .reversed()
            .thenComparing(Evidence::kind)
            .thenComparing(Evidence::text));
    double doubt = 1;
    double spared = 1;
    for (Evidence reason : all) {
      doubt *= 1 - Math.max(0, reason.weight());
      spared *= 1 + Math.min(0, reason.weight());
    }
    return new Relationship(
        ends.from().name(),
        ends.fromColumns(),
        ends.to().name(),
        ends.toColumns(),
        ends.from().isUnique(ends.fromColumns()),
        ends.to().isUnique(ends.toColumns()),
        all,
        Math.round((1 - doubt) * spared * 100) / 100.0);
  }
}
