package org.portolan.advisor.infer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.advisor.access.AccessPath;
import org.portolan.advisor.access.JoinPredicate;
import org.portolan.advisor.schema.Key;
import org.portolan.advisor.schema.RelationalSchema;
import org.portolan.advisor.schema.Table;

/** Relationships that the joins of the workload suggest. Columns joined together stay together. */
final class JoinedReferences {
  private static final double TO_KEY = 0.8;
  private static final double TO_NO_KEY = 0.5;
  private static final double OF_OTHER_TYPES = 0.3;

  private final RelationalSchema schema;
  private final Candidates candidates;

  JoinedReferences(RelationalSchema schema, Candidates candidates) {
    this.schema = schema;
    this.candidates = candidates;
  }

  /** The hash of a table is that of all its columns, so the names are the identity. */
  private record Ends(
      Table left, List<String> leftColumns, Table right, List<String> rightColumns) {
    String identity() {
      return left.name() + leftColumns + right.name() + rightColumns;
    }
  }

  /** How often, and where first, two tables are joined by these columns. */
  private static final class Tally {
    private final Ends ends;
    private final Set<String> texts = new LinkedHashSet<>();
    private long count;
    private String place = "";

    Tally(Ends ends) {
      this.ends = ends;
    }
  }

  void add(List<Statement> statements) {
    Map<String, Tally> tallies = new LinkedHashMap<>();
    for (Statement statement : statements) {
      statement.path().ifPresent(path -> add(statement, path, tallies));
    }
    tallies.values().forEach(tally -> add(tally.ends, tally));
  }

  private void add(Statement statement, AccessPath path, Map<String, Tally> tallies) {
    Map<Long, List<JoinPredicate>> pairs = new LinkedHashMap<>();
    for (JoinPredicate join : path.joins()) {
      pairs
          .computeIfAbsent(((long) join.left() << 32) | join.right(), any -> new ArrayList<>())
          .add(join);
    }
    for (List<JoinPredicate> joins : pairs.values()) {
      Optional<Table> left = schema.table(path.tables().get(joins.get(0).left()).table());
      Optional<Table> right = schema.table(path.tables().get(joins.get(0).right()).table());
      if (left.isPresent() && right.isPresent()) {
        for (List<JoinPredicate> group : groups(left.get(), right.get(), joins)) {
          count(statement, ends(left.get(), right.get(), group), tallies);
        }
      }
    }
  }

  private static void count(Statement statement, Ends ends, Map<String, Tally> tallies) {
    if (ends == null) {
      return;
    }
    Tally tally = tallies.computeIfAbsent(ends.identity(), any -> new Tally(ends));
    tally.texts.add(statement.template().text());
    tally.count += statement.template().count();
    if (tally.place.isEmpty()) {
      tally.place = statement.template().examples().get(0).place();
    }
  }

  /**
   * Two tables may refer to one another, as a page to its latest revision and a revision to its
   * page. So each pair with a key of one column is a separate relationship; the other pairs form
   * one relationship together.
   */
  private static List<List<JoinPredicate>> groups(
      Table left, Table right, List<JoinPredicate> joins) {
    List<List<JoinPredicate>> groups = new ArrayList<>();
    List<JoinPredicate> together = new ArrayList<>();
    for (JoinPredicate join : joins) {
      boolean alone =
          left.isUnique(List.of(join.leftColumn())) || right.isUnique(List.of(join.rightColumn()));
      if (alone) {
        groups.add(List.of(join));
      } else {
        together.add(join);
      }
    }
    List<String> lefts = together.stream().map(JoinPredicate::leftColumn).toList();
    List<String> rights = together.stream().map(JoinPredicate::rightColumn).toList();
    boolean further = left.isUnique(lefts) || right.isUnique(rights);
    if (!together.isEmpty() && (groups.isEmpty() || further)) {
      groups.add(together);
    }
    return groups;
  }

  /** Returns the ends in one order, whichever table a statement names first; null if trivial. */
  private static Ends ends(Table left, Table right, List<JoinPredicate> joins) {
    boolean swap = left.name().compareTo(right.name()) > 0;
    List<JoinPredicate> sorted = new ArrayList<>(joins);
    sorted.sort(
        (one, other) ->
            swap
                ? one.rightColumn().compareTo(other.rightColumn())
                : one.leftColumn().compareTo(other.leftColumn()));
    List<String> lefts = sorted.stream().map(JoinPredicate::leftColumn).toList();
    List<String> rights = sorted.stream().map(JoinPredicate::rightColumn).toList();
    boolean itself = left.name().equals(right.name());
    if (itself && lefts.equals(rights)) {
      return null; // A row joined with those of the same value.
    }
    boolean reversed =
        swap || (itself && String.join(",", lefts).compareTo(String.join(",", rights)) > 0);
    return reversed ? new Ends(right, rights, left, lefts) : new Ends(left, lefts, right, rights);
  }

  private void add(Ends ends, Tally tally) {
    boolean forward = isForward(ends);
    Table from = forward ? ends.left() : ends.right();
    List<String> fromColumns = forward ? ends.leftColumns() : ends.rightColumns();
    Table to = forward ? ends.right() : ends.left();
    List<String> toColumns = forward ? ends.rightColumns() : ends.leftColumns();
    boolean unique = to.isUnique(toColumns);
    boolean compatible = Support.isCompatible(from, fromColumns, to, toColumns);
    int texts = tally.texts.size();
    String text =
        String.format(
            Locale.ROOT,
            "joined by %d %s, %d %s, first in %s%s%s",
            texts,
            texts == 1 ? "template" : "templates",
            tally.count,
            tally.count == 1 ? "execution" : "executions",
            tally.place,
            unique ? "" : "; no unique key of " + to.name() + " has these columns",
            compatible ? "" : "; the types differ");
    double weight = !compatible ? OF_OTHER_TYPES : unique ? TO_KEY : TO_NO_KEY;
    candidates.add(
        from, fromColumns, to, toColumns, new Evidence(Evidence.Kind.JOINED, text, weight));
  }

  /** Whether the left end refers: names decide, then keys, then the kind of key. */
  private boolean isForward(Ends ends) {
    boolean named =
        candidates.has(ends.left(), ends.leftColumns(), ends.right(), ends.rightColumns());
    boolean namedBack =
        candidates.has(ends.right(), ends.rightColumns(), ends.left(), ends.leftColumns());
    if (named != namedBack) {
      return named;
    }
    boolean toRight = ends.right().isUnique(ends.rightColumns());
    boolean toLeft = ends.left().isUnique(ends.leftColumns());
    if (toRight != toLeft) {
      return toRight;
    }
    if (toRight) {
      boolean numbered = isNumbered(ends.right(), ends.rightColumns());
      boolean numberedLeft = isNumbered(ends.left(), ends.leftColumns());
      if (numbered != numberedLeft) {
        return numbered;
      }
    }
    return namesTable(ends.leftColumns().get(0), ends.right())
        || !namesTable(ends.rightColumns().get(0), ends.left());
  }

  private static boolean isNumbered(Table table, List<String> columns) {
    return columns.size() == 1
        && table.column(columns.get(0)).filter(column -> column.autoIncrement()).isPresent()
        && table.keys().stream().anyMatch(key -> key.kind() == Key.Kind.PRIMARY);
  }

  private static boolean namesTable(String column, Table table) {
    return Names.lower(column).contains(Names.singular(Names.lower(table.name())));
  }
}
