package org.portolan.advisor.propose;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.infer.ProposedKey;
import org.portolan.advisor.infer.Relationship;
import org.portolan.advisor.infer.Statement;
import org.portolan.advisor.schema.ForeignKey;
import org.portolan.advisor.schema.Key;
import org.portolan.advisor.serve.CountedTables;
import org.portolan.advisor.serve.Draft;
import org.portolan.advisor.serve.Estimates;
import org.portolan.advisor.serve.IndexChoice;
import org.portolan.advisor.serve.Served;
import org.portolan.advisor.serve.StatementServer;
import org.portolan.advisor.shape.Shape;
import org.portolan.advisor.shape.ShapeCandidates;
import org.portolan.advisor.table.Identity;
import org.portolan.advisor.table.PlannedColumn;
import org.portolan.advisor.table.PlannedTable;
import org.portolan.advisor.table.PlannedTables;
import org.portolan.advisor.target.Target;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.Problem;

/**
 * Proposes designs. The same model gives the same proposal. Thread-safe.
 *
 * <p>The search has two steps: the shapes of tables ({@link ShapeSearch}), as if every read had the
 * index that it wants, then the indexes ({@link IndexSearch}). Both weigh the cost of the whole
 * workload, by {@link org.portolan.advisor.target.EngineCosts}.
 */
public final class Proposer {
  private final RelationalModel model;
  private final Target target;
  private final Map<String, PlannedTable> tables;
  private final Map<String, ShapeCandidates.OfTable> candidates = new LinkedHashMap<>();
  private final Estimates estimates;
  private final List<Statement> statements;
  private final Decisions decisions = new Decisions();

  private Proposer(RelationalModel model, Target target) {
    this.model = model;
    this.target = target;
    this.tables = PlannedTables.of(model.schema(), model.proposedKeys(), isMysql(model));
    this.statements = model.statements();
    List<Relationship> sure =
        model.relationships().stream()
            .filter(any -> any.confidence() >= ShapeCandidates.CONFIDENCE_MIN)
            .toList();
    this.estimates = new Estimates(tables, sure, model.statistics());
    ShapeCandidates all = new ShapeCandidates(tables, sure, statements);
    tables.forEach((name, table) -> candidates.put(name, all.of(table)));
  }

  private static boolean isMysql(RelationalModel model) {
    return model.files().stream().anyMatch(file -> file.form().contains("mysql"));
  }

  /**
   * Proposes a design.
   *
   * @param name the name of the design: letters, digits and hyphens
   * @throws IllegalArgumentException if the schema has no table, or the name is not valid
   */
  public static Proposal propose(RelationalModel model, Target target, String name) {
    if (model.schema().tables().isEmpty()) {
      throw new IllegalArgumentException(
          "cannot propose a design: the schema has no table; give a dump with CREATE TABLE");
    }
    return new Proposer(model, target).propose(name);
  }

  private Proposal propose(String name) {
    ShapeSearch shapes = new ShapeSearch(target, tables, candidates, statements, estimates);
    Draft shaped = shapes.best();
    explainShapes(shapes, shaped);
    IndexSearch.Result indexed = new IndexSearch(shaped, statements, estimates).best();
    Draft draft = indexed.draft();
    Naming naming = new Naming(draft);
    explainIndexes(indexed, naming);
    StatementServer server = StatementServer.of(draft, estimates);
    StatementServer wishing =
        new StatementServer(draft, (table, wanted) -> List.of(wanted), estimates);
    List<Served> served =
        CountedTables.read(
            draft,
            statements.stream().map(statement -> served(statement, server, wishing)).toList());
    Design design = new DesignBuilder(draft, served, estimates, naming, decisions).build(name);
    explainReferences(draft, naming);
    explainTypes();
    List<Problem> problems = DesignReader.problems(design);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          "cannot propose a design: " + problems.get(0).text("the proposal"));
    }
    return new Proposal(
        target,
        design,
        new MappingBuilder(draft, naming).build(name),
        draft,
        served,
        decisions.all(),
        assumed(),
        naming.indexes());
  }

  /** A statement without an index is refused for what it would read with the index it wants. */
  private static Served served(
      Statement statement, StatementServer server, StatementServer wishing) {
    Served served = server.serve(statement);
    if (served.refusal().isEmpty()) {
      return served;
    }
    Served wished = wishing.serve(statement);
    return wished.refusal().isPresent() ? wished : served;
  }

  private void explainShapes(ShapeSearch search, Draft best) {
    double cost = search.cost(best);
    candidates.forEach(
        (name, of) -> {
          explainIdentity(of.table());
          Shape chosen = best.shape(name);
          List<Decision.Rejected> rejected = new ArrayList<>();
          for (Shape shape : of.shapes()) {
            Draft other = best.with(name, shape);
            if (!shape.equals(chosen)) {
              String option = shape.text();
              rejected.add(
                  new Decision.Rejected(
                      option,
                      other.isSound()
                          ? dearer(search.cost(other) - cost)
                          : "its owner has an owner itself, or it owns rows"));
            }
          }
          of.refused()
              .forEach(
                  refused ->
                      rejected.add(
                          new Decision.Rejected(refused.shape().text(), refused.reason())));
          decisions.add(
              new Decision(
                  Decision.Kind.SHAPE,
                  of.table().name(),
                  named(chosen),
                  reasons(of.table(), chosen),
                  rejected));
        });
  }

  private String named(Shape shape) {
    return shape instanceof Shape.Owned owned
        ? shape.text().replace(owned.owner(), tables.get(owned.owner()).name())
        : shape.text();
  }

  private List<String> reasons(PlannedTable table, Shape chosen) {
    if (!(chosen instanceof Shape.Owned owned)) {
      return List.of();
    }
    List<String> reasons = new ArrayList<>();
    model.relationships().stream()
        .filter(any -> any.from().equals(table.source().name()))
        .filter(any -> any.to().equals(owned.owner()))
        .filter(any -> any.fromColumns().containsAll(owned.ownerColumns()))
        .findFirst()
        .ifPresent(
            any ->
                reasons.add(
                    String.format(
                        Locale.ROOT, "%s, confidence %.2f", any.path(), any.confidence())));
    long reading =
        statements.stream()
            .filter(one -> one.path().isPresent())
            .filter(
                one ->
                    one.path().get().tables().stream()
                        .anyMatch(use -> use.table().equals(table.source().name())))
            .count();
    reasons.add(
        reading == 0
            ? "its key begins with that of its owner, and no statement reads it alone"
            : "every statement that reads it knows its owner");
    return reasons;
  }

  private String dearer(double millis) {
    long executions = Math.max(1, model.parsed());
    return statements.isEmpty()
        ? "no statement tells which is cheaper"
        : String.format(
            Locale.ROOT,
            "%.3f ms more for each statement on average",
            Math.max(0, millis) / executions);
  }

  private void explainIdentity(PlannedTable table) {
    Identity identity = table.identity();
    if (identity.kind() == Identity.Kind.PRIMARY) {
      return;
    }
    String choice =
        identity.kind() == Identity.Kind.NONE
            ? "a digest of the row, and a number for equal rows"
            : String.join(", ", identity.columns());
    String reason =
        switch (identity.kind()) {
          case UNIQUE -> "a unique key without nulls, and there is no primary key";
          case PROPOSED ->
              model.proposedKeys().stream()
                  .filter(key -> key.table().equals(table.source().name()))
                  .findFirst()
                  .map(ProposedKey::reason)
                  .orElse("");
          default -> "nothing in the schema identifies a row: better give it a key of its own";
        };
    decisions.add(
        new Decision(Decision.Kind.IDENTITY, table.name(), choice, List.of(reason), List.of()));
  }

  private void explainIndexes(IndexSearch.Result indexed, Naming naming) {
    for (IndexChoice index : indexed.draft().allIndexes()) {
      double saved = indexed.saved().get(index);
      String reason =
          index.unique()
              ? "the schema declares it unique"
              : statements.isEmpty()
                  ? "the schema declares it, and no log tells whether statements use it"
                  : saved >= 1_000 * 0.5 && saved / Math.max(1, model.parsed()) > 100
                      ? "without it, statements are not served"
                      : "without it, " + dearer(saved);
      decisions.add(
          new Decision(
              Decision.Kind.INDEX, naming.of(index), index.text(), List.of(reason), List.of()));
    }
    for (IndexSearch.LeftOut out : indexed.leftOut()) {
      decisions.add(
          new Decision(
              Decision.Kind.INDEX,
              tables.get(out.index().table()).name(),
              "no index " + out.index().text(),
              List.of("with it, " + dearer(out.millis())),
              List.of()));
    }
    unusedIndexes(indexed.draft());
  }

  /** The indexes of the schema that nothing asks for. */
  private void unusedIndexes(Draft draft) {
    if (statements.isEmpty()) {
      return;
    }
    for (PlannedTable table : tables.values()) {
      for (Key key : table.source().keys()) {
        boolean used =
            draft.indexes(table.source().name()).stream()
                .anyMatch(
                    index ->
                        index.on().stream().anyMatch(key.columns()::contains)
                            || index.order().stream()
                                .anyMatch(order -> key.columns().contains(order.column())));
        boolean unlike = key.kind() == Key.Kind.FULLTEXT || key.kind() == Key.Kind.SPATIAL;
        if (unlike || (key.kind() == Key.Kind.SECONDARY && !used)) {
          decisions.add(
              new Decision(
                  Decision.Kind.INDEX,
                  table.name(),
                  "no index for " + (key.name().isEmpty() ? key.toString() : key.name()),
                  List.of(
                      unlike
                          ? "no store lists words or places: use a search engine beside it"
                          : "no statement of the log uses it"),
                  List.of()));
        }
      }
    }
  }

  private void explainReferences(Draft draft, Naming naming) {
    for (PlannedTable table : tables.values()) {
      for (ForeignKey key : table.source().foreignKeys()) {
        boolean owned = draft.shape(table.source().name()) instanceof Shape.Owned;
        ReferencePlan plan = owned ? null : ReferencePlan.of(draft, naming, table, key);
        if (plan != null && plan.reference().isEmpty()) {
          decisions.add(
              new Decision(
                  Decision.Kind.REFERENCE,
                  table.name(),
                  "no reference for " + String.join(", ", key.columns()),
                  List.of(plan.reason()),
                  List.of()));
        }
      }
    }
  }

  private void explainTypes() {
    for (PlannedTable table : tables.values()) {
      for (PlannedColumn column : table.columns()) {
        if (!column.note().isEmpty()) {
          decisions.add(
              new Decision(
                  Decision.Kind.TYPE,
                  table.name() + "." + column.name(),
                  column.source().type() + " as " + column.type().spelling(),
                  List.of(column.note()),
                  List.of()));
        }
      }
    }
  }

  private List<String> assumed() {
    List<String> assumed = new ArrayList<>();
    List<String> uncounted =
        tables.values().stream()
            .filter(table -> !estimates.isCounted(table))
            .map(PlannedTable::name)
            .toList();
    if (!uncounted.isEmpty()) {
      assumed.add(
          String.format(
              Locale.ROOT,
              "%,d rows in each table whose rows are not counted: %s",
              Estimates.ROWS_ASSUMED,
              String.join(", ", uncounted)));
      assumed.add(Estimates.CHILDREN_ASSUMED + " rows under each row that they refer to");
    }
    return assumed;
  }
}
