package org.portolan.advisor.propose;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.access.AccessPath;
import org.portolan.advisor.access.TableUse;
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
import org.portolan.advisor.workload.StatementKind;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.Problem;
import org.portolan.types.ScalarType;

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
  private final List<String> leftOut = new ArrayList<>();
  private final Map<String, Shape> chosenShapes = new LinkedHashMap<>();
  private final Decisions decisions = new Decisions();

  private Proposer(RelationalModel model, Target target, Choices choices) {
    this.model = model;
    this.target = target;
    Map<String, PlannedTable> all =
        PlannedTables.of(model.schema(), model.proposedKeys(), isMysql(model));
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
    return model.files().stream().anyMatch(file -> file.form().contains("mysql"));
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
    if (model.schema().tables().isEmpty()) {
      throw new IllegalArgumentException(
          "cannot propose a design: the schema has no table; give a dump with CREATE TABLE");
    }
    return new Proposer(model, target, choices).propose(name);
  }

  private Proposal propose(String name) {
    ShapeSearch shapes = new ShapeSearch(target, tables, searched(), statements, estimates);
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
    new Copies(draft, served).decisions().forEach(decisions::add);
    explainReferences(draft, naming);
    explainLost();
    explainTypes();
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
        assumed(),
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
    return wished.refusal().isPresent() ? wished : served;
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
                  rejected,
                  name,
                  of.shapes().stream().map(Shape::text).toList()));
        });
  }

  private String named(Shape shape) {
    return shape instanceof Shape.Owned owned
        ? shape.text().replace(owned.owner(), tables.get(owned.owner()).name())
        : shape.text();
  }

  private List<String> reasons(PlannedTable table, Shape chosen) {
    List<String> reasons = new ArrayList<>();
    if (chosenShapes.containsKey(table.source().name())) {
      reasons.add("chosen by an engineer");
    }
    if (!(chosen instanceof Shape.Owned owned)) {
      return reasons;
    }
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

  /** The indexes of the schema that the design does not have. */
  private void unusedIndexes(Draft draft) {
    if (statements.isEmpty()) {
      return;
    }
    for (PlannedTable table : tables.values()) {
      for (Key key : table.source().keys()) {
        String reason = reasonWithout(draft, table, key);
        if (!reason.isEmpty()) {
          decisions.add(
              new Decision(
                  Decision.Kind.INDEX,
                  table.name(),
                  "no index for " + (key.name().isEmpty() ? key.toString() : key.name()),
                  List.of(reason),
                  List.of()));
        }
      }
    }
  }

  private String reasonWithout(Draft draft, PlannedTable table, Key key) {
    if (key.kind() == Key.Kind.FULLTEXT || key.kind() == Key.Kind.SPATIAL) {
      return "no store lists words or places: use a search engine beside it";
    }
    List<String> identity = table.identity().columns();
    if (key.kind() == Key.Kind.UNIQUE
        && !identity.isEmpty()
        && key.columns().containsAll(identity)
        && !key.columns().equals(identity)) {
      return "it holds by itself, because it contains the key";
    }
    String first = key.columns().get(0);
    boolean there =
        draft.indexes(table.source().name()).stream()
            .anyMatch(index -> index.on().contains(first) || isOrderedBy(index, first));
    if (key.kind() != Key.Kind.SECONDARY || there) {
      return "";
    }
    boolean used =
        statements.stream()
            .filter(one -> one.path().isPresent())
            .anyMatch(one -> mentions(one.path().get(), table.source().name(), first));
    return used
        ? "the statements that name " + first + " find their rows in another way"
        : "no statement of the log uses it";
  }

  private static boolean isOrderedBy(IndexChoice index, String column) {
    return index.on().isEmpty()
        && !index.order().isEmpty()
        && index.order().get(0).column().equals(column);
  }

  private static boolean mentions(AccessPath path, String table, String column) {
    for (int place = 0; place < path.tables().size(); place++) {
      TableUse use = path.tables().get(place);
      int here = place;
      boolean named =
          use.equal().contains(column)
              || use.listed().contains(column)
              || use.range().contains(column)
              || use.filtered().contains(column)
              || use.ordered().stream().anyMatch(order -> order.column().equals(column))
              || path.joins().stream()
                  .anyMatch(
                      join ->
                          (join.left() == here && join.leftColumn().equals(column))
                              || (join.right() == here && join.rightColumn().equals(column)));
      if (named && use.table().equals(table)) {
        return true;
      }
    }
    return false;
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

  /** The unique keys that no index of a design can hold. */
  private void explainLost() {
    for (PlannedTable table : tables.values()) {
      for (Key key : table.source().keys()) {
        if (key.kind() != Key.Kind.UNIQUE) {
          continue;
        }
        String reason =
            !key.condition().isEmpty()
                ? "it holds for some rows only: " + key.condition()
                : key.parts().stream().anyMatch(Key.Part::expression)
                    ? "it is on an expression: keep its value in a column"
                    : key.parts().stream().anyMatch(part -> part.prefix() > 0)
                        ? "it is on the beginning of a text: keep that in a column"
                        : key.columns().stream().anyMatch(column -> !isScalar(table, column))
                            ? "an index lists no whole sets, lists or long values"
                            : "";
        if (!reason.isEmpty()) {
          decisions.add(
              new Decision(
                  Decision.Kind.LOST,
                  table.name(),
                  "unique " + key + (key.name().isEmpty() ? "" : " (" + key.name() + ")"),
                  List.of(reason),
                  List.of()));
        }
      }
    }
  }

  private static boolean isScalar(PlannedTable table, String column) {
    return table
        .find(column)
        .filter(found -> found.isKeyable() && found.keyType() instanceof ScalarType)
        .isPresent();
  }

  private void explainTypes() {
    for (PlannedTable table : tables.values()) {
      for (PlannedColumn column : table.columns()) {
        if (column.source().autoIncrement()) {
          decisions.add(
              new Decision(
                  Decision.Kind.SEQUENCE,
                  table.name() + "." + column.name(),
                  "the sequence '" + table.name() + "'",
                  List.of(
                      "the application takes the next number before it puts a row; a migration"
                          + " begins it above the greatest"),
                  List.of()));
        }
        if (!column.note().isEmpty()) {
          decisions.add(
              new Decision(
                  Decision.Kind.TYPE,
                  table.name() + "." + column.name(),
                  column.source().type().toString().equals(column.type().spelling())
                      ? column.type().spelling()
                      : column.source().type() + " as " + column.type().spelling(),
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
