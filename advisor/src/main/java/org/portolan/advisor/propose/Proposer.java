package org.portolan.advisor.propose;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.infer.Relationship;
import org.portolan.advisor.infer.Statement;
import org.portolan.advisor.serve.CountedTables;
import org.portolan.advisor.serve.Draft;
import org.portolan.advisor.serve.Estimates;
import org.portolan.advisor.serve.Served;
import org.portolan.advisor.serve.StatementServer;
import org.portolan.advisor.shape.Shape;
import org.portolan.advisor.shape.ShapeCandidates;
import org.portolan.advisor.table.PlannedTable;
import org.portolan.advisor.table.PlannedTables;
import org.portolan.advisor.target.Target;
import org.portolan.advisor.workload.StatementKind;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.Problem;
import org.portolan.design.cost.MeasuredCosts;

/**
 * Proposes designs. The same model gives the same proposal. Thread-safe.
 *
 * <p>The search has two steps: the shapes of tables ({@link ShapeSearch}), as if every read had the
 * index that it wants, then the indexes ({@link IndexSearch}). Both weigh the cost of the whole
 * workload, by {@link org.portolan.design.cost.EngineCosts}.
 */
public final class Proposer {
  private final RelationalModel model;
  private final Target target;
  private final MeasuredCosts measured;
  private final Map<String, PlannedTable> tables;
  private final Map<String, ShapeCandidates.OfTable> candidates = new LinkedHashMap<>();
  private final Estimates estimates;
  private final List<Statement> statements;
  private final List<String> leftOut = new ArrayList<>();
  private final Map<String, Shape> chosenShapes = new LinkedHashMap<>();
  private final Decisions decisions = new Decisions();

  private Proposer(RelationalModel model, Target target, MeasuredCosts measured, Choices choices) {
    this.model = model;
    this.target = target;
    this.measured = measured;
    Map<String, PlannedTable> all =
        PlannedTables.of(model.schema(), model.proposedKeys(), model.statistics(), isMysql(model));
    choices.shapes().forEach((table, shape) -> leaveOut(table, shape, all));
    this.tables = all;
    this.statements = model.statements();
    List<Relationship> sure =
        model.relationships().stream()
            .filter(any -> any.confidence() >= ShapeCandidates.CONFIDENCE_MIN)
            .filter(any -> tables.containsKey(any.from()) && tables.containsKey(any.to()))
            .toList();
    this.estimates = new Estimates(tables, sure, model.statistics());
    ShapeCandidates shapes = new ShapeCandidates(tables, sure, statements);
    tables.forEach((name, table) -> candidates.put(name, shapes.of(table)));
    choices.shapes().forEach((table, shape) -> choose(table, shape, choices.source()));
  }

  private void leaveOut(String table, String shape, Map<String, PlannedTable> all) {
    if (shape.equals(Choices.LEFT_OUT) && all.remove(table) != null) {
      leftOut.add(table);
    }
  }

  /** Leaves a table the chosen shape alone. */
  private void choose(String table, String wanted, String source) {
    if (leftOut.contains(table)) {
      return;
    }
    ShapeCandidates.OfTable of = candidates.get(table);
    if (of == null) {
      throw new IllegalArgumentException(
          "cannot follow the choices of "
              + source
              + ": the schema has no table '"
              + table
              + "'; there are "
              + tables.keySet());
    }
    for (ShapeCandidates.Refused refused : of.refused()) {
      if (refused.shape().text().equals(wanted)) {
        throw new IllegalArgumentException(
            "cannot follow the choices of "
                + source
                + ": "
                + table
                + " cannot be "
                + wanted
                + ", because "
                + refused.reason());
      }
    }
    Shape chosen =
        of.shapes().stream()
            .filter(shape -> shape.text().equals(wanted))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "cannot follow the choices of "
                            + source
                            + ": "
                            + table
                            + " cannot be '"
                            + wanted
                            + "'; it can be "
                            + String.join(", ", of.shapes().stream().map(Shape::text).toList())));
    chosenShapes.put(table, chosen);
  }

  private static boolean isMysql(RelationalModel model) {
    return isOf(model, "mysql") || isOf(model, "mariadb");
  }

  private static boolean isOf(RelationalModel model, String database) {
    return model.files().stream()
        .map(file -> file.form().toLowerCase(Locale.ROOT))
        .filter(form -> form.startsWith("schema"))
        .anyMatch(form -> form.contains(database));
  }

  /**
   * Proposes a design.
   *
   * @param name the name of the design: letters, digits and hyphens
   * @param choices shapes that are not searched
   * @throws IllegalArgumentException if the schema has no table, if the name is not valid, or if a
   *     choice cannot be followed
   */
  public static Proposal propose(
      RelationalModel model, Target target, String name, Choices choices) {
    return propose(model, target, target.costs(), name, choices);
  }

  /**
   * As above, by other costs of the target.
   *
   * @throws IllegalArgumentException if the costs are of another engine, or as above
   */
  public static Proposal propose(
      RelationalModel model, Target target, MeasuredCosts costs, String name, Choices choices) {
    if (!costs.engine().equals(target.spelling())) {
      throw new IllegalArgumentException(
          "cannot propose a design for "
              + target.spelling()
              + " by the costs of "
              + costs.source()
              + ", which are of "
              + costs.engine()
              + "; calibrate "
              + target.spelling());
    }
    if (model.schema().tables().isEmpty()) {
      throw new IllegalArgumentException(
          "cannot propose a design: the schema has no table; give a dump with CREATE TABLE");
    }
    return new Proposer(model, target, costs, choices).propose(name);
  }

  private Proposal propose(String name) {
    ShapeSearch shapes =
        new ShapeSearch(target, measured, tables, searched(), statements, estimates);
    Draft shaped = shapes.best();
    ChoiceReasons reasons = new ChoiceReasons(model, tables, chosenShapes.keySet(), decisions);
    reasons.shapes(candidates.values(), shapes, shaped);
    IndexSearch.Result indexed = new IndexSearch(shaped, statements, estimates).best();
    Draft draft = TableNames.apart(indexed.draft());
    Naming naming = new Naming(draft);
    reasons.indexes(indexed, naming);
    SchemaReasons schema = new SchemaReasons(tables, statements, decisions);
    schema.withoutIndex(draft);
    StatementServer server = StatementServer.of(draft, estimates);
    StatementServer wishing =
        new StatementServer(draft, (table, wanted) -> List.of(wanted), estimates);
    List<Served> served =
        CountedTables.read(
            draft,
            statements.stream().map(statement -> served(statement, server, wishing)).toList());
    Design design =
        new DesignBuilder(draft, served, estimates, naming, decisions, model.workload().seconds())
            .build(name);
    new Copies(draft, served).decisions().forEach(decisions::add);
    schema.references(draft, naming);
    schema.lost(draft);
    boolean postgresql = isOf(model, "postgresql");
    if (postgresql || isOf(model, "h2")) {
      schema.locales(draft, postgresql);
    }
    schema.types();
    List<Problem> problems = DesignReader.problems(design);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          "cannot propose a design: "
              + problems.get(0).text("the proposal")
              + "; tables can be left out by lines 'TABLE: left out' in DIR/choices.yaml, with"
              + " --out DIR");
    }
    return new Proposal(
        target,
        design,
        new MappingBuilder(draft, naming).build(name, leftOut),
        draft,
        served,
        decisions.all(),
        schema.assumed(estimates),
        naming.indexes(),
        model.files(),
        model.problems(),
        model.workload().count(StatementKind.CALL)
            + model.workload().count(StatementKind.SCHEMA)
            + model.workload().count(StatementKind.OTHER));
  }

  /** A statement without an index is refused for what it would read with the index it wants. */
  private static Served served(
      Statement statement, StatementServer server, StatementServer wishing) {
    Served served = server.serve(statement);
    if (served.refusal().isEmpty()) {
      return served;
    }
    Served wished = wishing.serve(statement);
    return wished.refusal().isPresent()
        ? wished
        : Served.refused(
            statement,
            "no index of the design serves it: the one that it wants would cost the writes more"
                + " than it saves, or the table has more frequent ones than the design may have");
  }

  private Map<String, List<Shape>> searched() {
    Map<String, List<Shape>> searched = new LinkedHashMap<>();
    candidates.forEach(
        (table, of) -> {
          Shape chosen = chosenShapes.get(table);
          searched.put(table, chosen == null ? of.shapes() : List.of(chosen));
        });
    return searched;
  }
}
