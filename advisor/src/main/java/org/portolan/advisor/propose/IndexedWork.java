package org.portolan.advisor.propose;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.infer.Statement;
import org.portolan.advisor.serve.Draft;
import org.portolan.advisor.serve.Estimates;
import org.portolan.advisor.serve.IndexChoice;
import org.portolan.advisor.serve.Influences;
import org.portolan.advisor.serve.Served;
import org.portolan.advisor.serve.StatementServer;

/**
 * How the statements of a workload are served by drafts that differ in their indexes only. A
 * statement is served once for all drafts that agree in the indexes that may serve it or that it
 * maintains, in the same order: the first of two that cost the same is taken. Not thread-safe.
 */
final class IndexedWork {
  private final Estimates estimates;
  private final Map<String, List<Statement>> byTable = new HashMap<>();
  private final IdentityHashMap<Statement, Kept> kept = new IdentityHashMap<>();
  private final IdentityHashMap<IndexChoice, Integer> numbers = new IdentityHashMap<>();

  /** What is known of one statement. */
  private static final class Kept {
    /** The tables whose indexes may change how it is served. */
    private final List<String> tables;

    private final IdentityHashMap<IndexChoice, Boolean> influences = new IdentityHashMap<>();
    private final Map<List<Integer>, Served> served = new HashMap<>();
    private final List<Choice> choices = new ArrayList<>();

    Kept(List<String> tables) {
      this.tables = tables;
    }
  }

  /**
   * The cheapest way among some indexes, by their numbers. It is the cheapest among fewer of them
   * in the same order, too; in another order, one that costs the same may come first.
   *
   * @param used those that it reads
   */
  private record Choice(List<Integer> among, List<Integer> used, Served served) {
    boolean isAlsoOf(List<Integer> fewer) {
      int place = 0;
      for (Integer index : among) {
        if (place < fewer.size() && fewer.get(place).equals(index)) {
          place++;
        }
      }
      return place == fewer.size() && fewer.containsAll(used);
    }
  }

  /**
   * @param statements that were parsed
   */
  IndexedWork(Draft draft, List<Statement> statements, Estimates estimates) {
    this.estimates = estimates;
    for (Statement statement : statements) {
      List<String> tables =
          statement.path().orElseThrow().tables().stream().map(TableUse::table).distinct().toList();
      tables.forEach(
          table -> byTable.computeIfAbsent(table, any -> new ArrayList<>()).add(statement));
      kept.put(
          statement,
          new Kept(List.copyOf(Influences.indexed(draft, statement.path().orElseThrow()))));
    }
  }

  /** Returns the statements that use a table, in their order. */
  List<Statement> ofTable(String table) {
    return byTable.getOrDefault(table, List.of());
  }

  /** Returns whether an index may change how a statement is served. */
  boolean isInfluenced(Draft draft, Statement statement, IndexChoice index) {
    return kept.get(statement)
        .influences
        .computeIfAbsent(index, any -> Influences.of(draft, statement.path().orElseThrow(), index));
  }

  /** Returns how a draft serves a statement. */
  Served served(Draft draft, Statement statement) {
    Kept of = kept.get(statement);
    List<Integer> key = new ArrayList<>();
    for (String table : of.tables) {
      for (IndexChoice index : draft.indexes(table)) {
        if (isInfluenced(draft, statement, index)) {
          key.add(number(index));
        }
      }
    }
    Served known = of.served.get(key);
    if (known != null) {
      return known;
    }
    for (Choice choice : of.choices) {
      if (choice.isAlsoOf(key)) {
        return choice.served();
      }
    }
    Served served = StatementServer.of(draft, estimates).serve(statement);
    of.served.put(key, served);
    if (isChoice(statement, served)) {
      List<Integer> used = new ArrayList<>();
      served.steps().forEach(step -> step.index().map(this::number).ifPresent(used::add));
      of.choices.add(new Choice(List.copyOf(key), used, served));
    }
    return served;
  }

  private int number(IndexChoice index) {
    return numbers.computeIfAbsent(index, any -> numbers.size());
  }

  /**
   * Whether it is the cheapest at each step, so that it stays so without the indexes that it does
   * not use. Writes maintain indexes, and the sides of an OR are compared as a whole.
   */
  private static boolean isChoice(Statement statement, Served served) {
    return served.refusal().isEmpty()
        && statement.path().orElseThrow().sides().isEmpty()
        && served.steps().stream().noneMatch(step -> step.kind().isWrite());
  }

  /** Returns the milliseconds of all executions of the statements that use a table. */
  double cost(Draft draft, String table) {
    double cost = 0;
    for (Statement statement : ofTable(table)) {
      cost += statement.template().count() * served(draft, statement).weight(draft.costs());
    }
    return cost;
  }
}
