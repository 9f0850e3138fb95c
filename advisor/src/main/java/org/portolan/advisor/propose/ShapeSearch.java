package org.portolan.advisor.propose;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.portolan.advisor.infer.Statement;
import org.portolan.advisor.serve.Draft;
import org.portolan.advisor.serve.Estimates;
import org.portolan.advisor.serve.Influences;
import org.portolan.advisor.serve.StatementServer;
import org.portolan.advisor.shape.Shape;
import org.portolan.advisor.table.PlannedTable;
import org.portolan.advisor.target.Target;
import org.portolan.design.cost.MeasuredCosts;

/**
 * Chooses the shapes of all tables: the cheapest combination for the workload. If there are at most
 * {@link #COMBINATIONS_MAX}, all are weighed; otherwise one table after the other is changed as
 * long as that helps, which finds a combination that no change of a single table makes better. The
 * same input gives the same shapes.
 */
final class ShapeSearch {
  static final int COMBINATIONS_MAX = 256;
  private static final int ROUNDS_MAX = 5;

  private final Target target;
  private final MeasuredCosts measured;
  private final Map<String, PlannedTable> tables;
  private final Map<String, List<Shape>> candidates;
  private final List<Statement> statements;
  private final Estimates estimates;
  private final IdentityHashMap<Shape, Integer> numbers = new IdentityHashMap<>();
  private List<Weighed> weighed = List.of();

  /**
   * A statement, with its weight by the shapes that decide it.
   *
   * @param tables those that can become several things, and of which the weight depends
   */
  private record Weighed(
      Statement statement, List<String> tables, Map<List<Integer>, Double> weights) {}

  ShapeSearch(
      Target target,
      MeasuredCosts measured,
      Map<String, PlannedTable> tables,
      Map<String, List<Shape>> candidates,
      List<Statement> statements,
      Estimates estimates) {
    this.target = target;
    this.measured = measured;
    this.tables = tables;
    this.candidates = candidates;
    this.statements = statements;
    this.estimates = estimates;
  }

  /** Returns the best draft, without indexes. */
  Draft best() {
    Map<String, Shape> entities = new LinkedHashMap<>();
    candidates.forEach((table, of) -> entities.put(table, of.get(0)));
    Draft start = new Draft(target, measured, tables, entities, Map.of());
    long combinations = 1;
    for (List<Shape> of : candidates.values()) {
      combinations = Math.min(COMBINATIONS_MAX + 1, combinations * of.size());
    }
    return combinations <= COMBINATIONS_MAX ? ofAll(start) : improved(start);
  }

  private Draft ofAll(Draft start) {
    List<Draft> drafts = new ArrayList<>(List.of(start));
    for (Map.Entry<String, List<Shape>> entry : candidates.entrySet()) {
      List<Draft> more = new ArrayList<>();
      for (Draft draft : drafts) {
        entry.getValue().forEach(shape -> more.add(draft.with(entry.getKey(), shape)));
      }
      drafts = more;
    }
    Draft best = start;
    double least = start.isSound() ? rank(start) : Double.MAX_VALUE;
    for (Draft draft : drafts) {
      double rank = draft.isSound() ? rank(draft) : Double.MAX_VALUE;
      if (rank < least) {
        best = draft;
        least = rank;
      }
    }
    return best;
  }

  private Draft improved(Draft start) {
    Draft best = start;
    double least = start.isSound() ? rank(start) : Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS_MAX; round++) {
      Draft before = best;
      for (Map.Entry<String, List<Shape>> entry : candidates.entrySet()) {
        for (Shape shape : entry.getValue()) {
          Draft changed = best.with(entry.getKey(), shape);
          double rank = changed.isSound() ? rank(changed) : Double.MAX_VALUE;
          if (rank < least) {
            best = changed;
            least = rank;
          }
        }
      }
      if (best.equals(before)) {
        return best;
      }
    }
    return best;
  }

  /** The cost; among equal costs, tables whose keys begin with an owner's key belong to it. */
  private double rank(Draft draft) {
    double fitting =
        draft.shapes().entrySet().stream()
            .filter(entry -> isNatural(tables.get(entry.getKey()), entry.getValue()))
            .count();
    return cost(draft) * (1 - 1e-6 * fitting) - 1e-9 * fitting;
  }

  private static boolean isNatural(PlannedTable table, Shape shape) {
    return (shape instanceof Shape.Items || shape instanceof Shape.Part)
        && table.identity().columns().containsAll(((Shape.Owned) shape).ownerColumns());
  }

  /** Returns the milliseconds of all executions, as if every read had the index that it wants. */
  double cost(Draft draft) {
    if (weighed.isEmpty()) {
      weighed = weighed(draft);
    }
    StatementServer server =
        new StatementServer(draft, (table, wanted) -> List.of(wanted), estimates);
    double cost = 0;
    for (Weighed one : weighed) {
      List<Integer> shapes = new ArrayList<>(one.tables().size());
      for (String table : one.tables()) {
        shapes.add(numbers.computeIfAbsent(draft.shape(table), any -> numbers.size()));
      }
      double weight =
          one.weights()
              .computeIfAbsent(shapes, any -> server.serve(one.statement()).weight(draft.costs()));
      cost += one.statement().template().count() * weight;
    }
    return cost;
  }

  private List<Weighed> weighed(Draft draft) {
    Map<String, Set<String>> neighbours = Influences.neighbours(draft, candidates);
    List<Weighed> all = new ArrayList<>();
    for (Statement statement : statements) {
      if (statement.path().isPresent()) {
        List<String> tables =
            Influences.shapes(statement.path().get(), neighbours).stream()
                .filter(table -> candidates.getOrDefault(table, List.of()).size() > 1)
                .toList();
        all.add(new Weighed(statement, tables, new HashMap<>()));
      }
    }
    return all;
  }
}
