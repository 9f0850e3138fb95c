package org.portolan.advisor.propose;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.infer.Statement;
import org.portolan.advisor.schema.Key;
import org.portolan.advisor.serve.Draft;
import org.portolan.advisor.serve.Estimates;
import org.portolan.advisor.serve.IndexChoice;
import org.portolan.advisor.serve.Served;
import org.portolan.advisor.serve.StatementServer;
import org.portolan.advisor.table.Identity;
import org.portolan.advisor.table.PlannedTable;
import org.portolan.types.ScalarType;

/**
 * Chooses the indexes of a draft. Every read names the index that would serve it best; an index
 * stays if the reads that it helps save more than the writes that maintain it cost. Of a table with
 * at most {@link #EXACT_MAX} such indexes, all subsets are weighed. Unique keys always stay: they
 * are rules, not ways to rows.
 */
final class IndexSearch {
  static final int EXACT_MAX = 6;

  /** Of the indexes that the statements of a table want, those of the most frequent are weighed. */
  static final int WANTED_MAX = 90;

  /** The most indexes whose cost is told although they were left out. */
  private static final int LEFT_OUT_MAX = 50;

  /** The most indexes of an entity that a design takes. */
  private static final int INDEXES_MAX = 100;

  private final Draft draft;
  private final List<Statement> statements;
  private final Estimates estimates;
  private final IndexedWork work;

  /** An index that was weighed and left out, and what it would add to the cost, in milliseconds. */
  record LeftOut(IndexChoice index, double millis) {}

  /**
   * The draft with its indexes.
   *
   * @param saved by index, what the whole workload would cost more without it, in milliseconds;
   *     infinite if a statement could not be served
   */
  record Result(Draft draft, Map<IndexChoice, Double> saved, List<LeftOut> leftOut) {}

  IndexSearch(Draft draft, List<Statement> statements, Estimates estimates) {
    this.draft = draft;
    this.statements = statements.stream().filter(any -> any.path().isPresent()).toList();
    this.estimates = estimates;
    this.work = new IndexedWork(draft, this.statements, estimates);
  }

  Result best() {
    Map<String, List<IndexChoice>> wanted = wanted();
    Draft full = draft;
    for (Map.Entry<String, PlannedTable> table : draft.tables().entrySet()) {
      List<IndexChoice> choices = new ArrayList<>(rules(table.getKey(), table.getValue()));
      for (IndexChoice choice : wanted.getOrDefault(table.getKey(), List.of())) {
        if (choices.stream().noneMatch(other -> other.covers(choice))) {
          choices.add(choice);
        }
      }
      full = full.with(table.getKey(), choices);
    }
    Draft chosen = full;
    List<LeftOut> leftOut = new ArrayList<>();
    for (String table : draft.tables().keySet()) {
      chosen = chosen.with(table, best(chosen, table));
    }
    chosen = limited(chosen);
    Map<IndexChoice, Double> saved = new LinkedHashMap<>();
    for (IndexChoice index : chosen.allIndexes()) {
      saved.put(index, saved(chosen, index));
    }
    for (IndexChoice index : full.allIndexes()) {
      if (!chosen.indexes(index.table()).contains(index) && leftOut.size() < LEFT_OUT_MAX) {
        leftOut.add(
            new LeftOut(
                index,
                work.cost(including(chosen, index), index.table())
                    - work.cost(chosen, index.table())));
      }
    }
    return new Result(chosen, saved, leftOut);
  }

  /** A design has a limit: the indexes that save most stay, after those that hold unique keys. */
  private Draft limited(Draft from) {
    Draft limited = from;
    for (String table : from.tables().keySet()) {
      List<IndexChoice> all = from.indexes(table);
      if (all.size() > INDEXES_MAX) {
        Map<IndexChoice, Double> savings = new LinkedHashMap<>();
        for (IndexChoice index : all) {
          savings.put(index, saved(from, index));
        }
        List<IndexChoice> sorted = new ArrayList<>(all);
        sorted.sort(
            Comparator.comparing((IndexChoice index) -> !index.unique())
                .thenComparing(index -> -savings.get(index)));
        limited = limited.with(table, sorted.subList(0, INDEXES_MAX));
      }
    }
    return limited;
  }

  private static Draft without(Draft from, IndexChoice index) {
    List<IndexChoice> others = new ArrayList<>(from.indexes(index.table()));
    others.remove(index);
    return from.with(index.table(), others);
  }

  private static Draft including(Draft from, IndexChoice index) {
    List<IndexChoice> more = new ArrayList<>(from.indexes(index.table()));
    more.add(index);
    return from.with(index.table(), more);
  }

  /** The indexes that hold unique keys. */
  private List<IndexChoice> rules(String name, PlannedTable table) {
    if (!draft.isEntity(name)) {
      return List.of();
    }
    Set<IndexChoice> rules = new LinkedHashSet<>();
    for (List<String> key : table.uniqueKeys()) {
      boolean identity =
          table.identity().kind() != Identity.Kind.NONE
              && key.containsAll(table.identity().columns());
      if (!identity && key.stream().allMatch(column -> isScalar(table, column))) {
        rules.add(new IndexChoice(name, key, List.of(), true));
      }
    }
    if (statements.isEmpty()) {
      declared(name, table).forEach(rules::add);
    }
    return List.copyOf(rules);
  }

  /** The secondary indexes of the schema, which stand for a workload where there is none. */
  private static List<IndexChoice> declared(String name, PlannedTable table) {
    List<IndexChoice> declared = new ArrayList<>();
    for (Key key : table.source().keys()) {
      boolean plain =
          key.kind() == Key.Kind.SECONDARY
              && key.parts().stream().noneMatch(Key.Part::expression)
              && key.columns().stream().allMatch(column -> isScalar(table, column));
      if (!plain) {
        continue;
      }
      List<TableUse.Order> order =
          key.parts().stream()
              .skip(1)
              .map(part -> new TableUse.Order(source(table, part.column()), part.descending()))
              .toList();
      declared.add(
          new IndexChoice(name, List.of(source(table, key.columns().get(0))), order, false));
    }
    return declared;
  }

  private static String source(PlannedTable table, String column) {
    return table.column(column).source().name();
  }

  private static boolean isScalar(PlannedTable table, String column) {
    return table.column(column).isKeyable() && table.column(column).keyType() instanceof ScalarType;
  }

  /** The indexes that reads want, those with the longest order first. */
  private Map<String, List<IndexChoice>> wanted() {
    StatementServer wishing = new StatementServer(draft, (table, best) -> List.of(best), estimates);
    Map<String, List<IndexChoice>> used = new LinkedHashMap<>();
    for (Statement statement : statements) {
      wishing
          .serve(statement)
          .steps()
          .forEach(
              step ->
                  step.index()
                      .filter(index -> !index.unique())
                      .ifPresent(
                          index -> {
                            List<IndexChoice> of =
                                used.computeIfAbsent(index.table(), any -> new ArrayList<>());
                            if (!of.contains(index)) {
                              of.add(index);
                            }
                          }));
    }
    used.replaceAll(
        (table, choices) ->
            choices.size() <= WANTED_MAX
                ? choices
                : new ArrayList<>(choices.subList(0, WANTED_MAX)));
    used.values()
        .forEach(
            choices ->
                choices.sort(
                    (left, right) -> Integer.compare(right.order().size(), left.order().size())));
    return used;
  }

  private List<IndexChoice> best(Draft from, String table) {
    List<IndexChoice> all = from.indexes(table);
    List<IndexChoice> rules = all.stream().filter(IndexChoice::unique).toList();
    List<IndexChoice> free = all.stream().filter(index -> !index.unique()).toList();
    if (free.isEmpty()) {
      return all;
    }
    return free.size() <= EXACT_MAX ? exact(from, table, rules, free) : greedy(from, table, all);
  }

  private List<IndexChoice> exact(
      Draft from, String table, List<IndexChoice> rules, List<IndexChoice> free) {
    List<IndexChoice> best = List.of();
    double least = Double.MAX_VALUE;
    for (int set = (1 << free.size()) - 1; set >= 0; set--) {
      List<IndexChoice> choices = new ArrayList<>(rules);
      for (int place = 0; place < free.size(); place++) {
        if ((set & (1 << place)) != 0) {
          choices.add(free.get(place));
        }
      }
      double cost = work.cost(from.with(table, choices), table);
      if (cost < least) {
        best = choices;
        least = cost;
      }
    }
    return best;
  }

  /**
   * Leaves out one index after the other, the last wanted first, as long as that helps. Only the
   * statements that use an index can become dearer without it.
   */
  private List<IndexChoice> greedy(Draft from, String table, List<IndexChoice> all) {
    Draft best = from.with(table, all);
    for (int place = all.size() - 1; place >= 0; place--) {
      IndexChoice index = all.get(place);
      if (!index.unique() && saved(best, index) <= 0) {
        best = without(best, index);
      }
    }
    return best.indexes(table);
  }

  /** Returns what the workload costs more without an index, in milliseconds. */
  private double saved(Draft of, IndexChoice index) {
    Draft without = without(of, index);
    double saved = 0;
    for (Statement statement : work.ofTable(index.table())) {
      if (!work.isInfluenced(of, statement, index)) {
        continue;
      }
      Served served = work.served(of, statement);
      boolean concerned =
          served.steps().stream()
              .anyMatch(
                  step ->
                      step.index().filter(index::equals).isPresent()
                          || (step.kind().isWrite() && step.table().equals(index.table())));
      if (concerned) {
        saved +=
            statement.template().count()
                * (work.served(without, statement).weight(of.costs()) - served.weight(of.costs()));
      }
    }
    return saved;
  }
}
