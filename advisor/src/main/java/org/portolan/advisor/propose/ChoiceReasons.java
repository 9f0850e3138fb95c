package org.portolan.advisor.propose;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.infer.ProposedKey;
import org.portolan.advisor.serve.Draft;
import org.portolan.advisor.serve.IndexChoice;
import org.portolan.advisor.shape.Shape;
import org.portolan.advisor.shape.ShapeCandidates;
import org.portolan.advisor.table.Identity;
import org.portolan.advisor.table.PlannedTable;

/** Why the search chose what it chose, with the cost of what it did not. */
final class ChoiceReasons {
  private final RelationalModel model;
  private final Map<String, PlannedTable> tables;
  private final Set<String> chosen;
  private final Decisions decisions;

  /**
   * @param chosen the tables whose shapes an engineer chose
   */
  ChoiceReasons(
      RelationalModel model,
      Map<String, PlannedTable> tables,
      Set<String> chosen,
      Decisions decisions) {
    this.model = model;
    this.tables = tables;
    this.chosen = chosen;
    this.decisions = decisions;
  }

  /** Explains the shapes of all tables, and what identifies their rows. */
  void shapes(Collection<ShapeCandidates.OfTable> candidates, ShapeSearch search, Draft best) {
    double cost = search.cost(best);
    candidates.forEach(
        of -> {
          String name = of.table().source().name();
          identity(of.table());
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
                  best.text(chosen),
                  reasons(of.table(), chosen),
                  rejected,
                  name,
                  of.shapes().stream().map(Shape::text).toList()));
        });
  }

  private List<String> reasons(PlannedTable table, Shape shape) {
    List<String> reasons = new ArrayList<>();
    if (chosen.contains(table.source().name())) {
      reasons.add("chosen by an engineer");
    }
    if (!(shape instanceof Shape.Owned owned)) {
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
        model.statements().stream()
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
    return model.statements().isEmpty()
        ? "no statement tells which is cheaper"
        : String.format(
            Locale.ROOT,
            "%.3f ms more for each statement on average",
            Math.max(0, millis) / executions);
  }

  private void identity(PlannedTable table) {
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

  /** Explains the indexes of the design, and those that were weighed and left out. */
  void indexes(IndexSearch.Result indexed, Naming naming) {
    for (IndexChoice index : indexed.draft().allIndexes()) {
      double saved = indexed.saved().get(index);
      String reason =
          index.unique()
              ? "the schema declares it unique"
              : model.statements().isEmpty()
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
  }
}
