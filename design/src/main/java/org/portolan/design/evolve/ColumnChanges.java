package org.portolan.design.evolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.design.ColumnRule;
import org.portolan.design.FamilyDesign;
import org.portolan.design.evolve.Verdict.Possible;
import org.portolan.design.evolve.Verdict.Refused;
import org.portolan.types.Column;
import org.portolan.types.ColumnType;
import org.portolan.types.ScalarType;
import org.portolan.types.Values;

/** The rules for changes of families and columns. */
final class ColumnChanges {
  private final List<DesignChange> changes;
  private final Remedies remedies;

  ColumnChanges(List<DesignChange> changes, Remedies remedies) {
    this.changes = changes;
    this.remedies = remedies;
  }

  void addTo(ChangeRules rules) {
    rules.on(DesignChange.FamilyAdded.class, this::familyAdded);
    rules.on(DesignChange.FamilyDropped.class, this::familyDropped);
    rules.on(
        DesignChange.FamiliesReordered.class,
        order -> order.isOfFirst() ? firstFamily(order.before().get(0)) : ChangeRules.atOnce());
    rules.on(
        DesignChange.CollationChanged.class,
        collation ->
            ChangeRules.atOnce(
                new Effect("rows", "their texts stay as they are spelled"),
                new Effect("indexes", "each index on this column is built anew, as listed")));
    rules.on(DesignChange.ColumnAdded.class, this::columnAdded);
    rules.on(DesignChange.ColumnDropped.class, this::columnDropped);
    rules.on(
        DesignChange.ColumnRenamed.class,
        renamed ->
            ChangeRules.atOnce(
                new Effect(rows(renamed.part()), "keep their values"),
                new Effect("code", "names the column '" + renamed.after() + "' from then on")));
    rules.on(DesignChange.ColumnRetyped.class, this::retyped);
    rules.on(DesignChange.ColumnsReordered.class, order -> ChangeRules.atOnce());
    rules.on(
        DesignChange.RuleChanged.class,
        rule ->
            ruled(
                rule.part(),
                (ScalarType) rule.column().type(),
                rule.before(),
                rule.after(),
                List.of()));
  }

  private static String rows(Part part) {
    return part.kind() == Part.Kind.FAMILY ? "rows" : "items";
  }

  private Verdict familyAdded(DesignChange.FamilyAdded added) {
    FamilyDesign family = added.family();
    Part part = Part.family(added.entity(), family.name());
    for (Column column : family.columns()) {
      Optional<Refused> refused = refusedNew(part, column, family.rule(column.name()));
      if (refused.isPresent()) {
        return refused.get();
      }
    }
    List<Effect> effects = new ArrayList<>();
    for (Column column : family.columns()) {
      effects.add(
          new Effect(
              "rows",
              "that exist read "
                  + absent(column, family.rule(column.name()))
                  + " in '"
                  + column.name()
                  + "'"));
    }
    return new Possible(Way.AT_ONCE, effects);
  }

  private Verdict familyDropped(DesignChange.FamilyDropped dropped) {
    Part part = Part.family(dropped.entity(), dropped.family().name());
    for (Column column : dropped.family().columns()) {
      Optional<String> place = Moves.newPlace(part, column.name(), changes);
      if (place.isPresent()) {
        return moved(column.name(), part.name(), place.get());
      }
    }
    return ChangeRules.removed(
        "the values of "
            + dropped.family().columns().stream().map(Column::name).toList()
            + "; "
            + Effect.NOTHING_BACK);
  }

  private static Refused firstFamily(String first) {
    return new Refused(
        "the first family shows that a row exists, so it stays the first one",
        "write '" + first + "' first, also if it has no columns any more");
  }

  private Verdict columnAdded(DesignChange.ColumnAdded added) {
    Optional<Refused> refused = refusedNew(added.part(), added.column(), added.rule());
    if (refused.isPresent()) {
      return refused.get();
    }
    List<Effect> effects = new ArrayList<>();
    effects.add(
        new Effect(rows(added.part()), "that exist read " + absent(added.column(), added.rule())));
    return new Possible(Way.AT_ONCE, effects);
  }

  private Optional<Refused> refusedNew(Part part, Column column, ColumnRule rule) {
    Optional<String> old = Moves.oldPlace(part, column.name(), changes);
    if (old.isPresent()) {
      return Optional.of(moved(column.name(), old.get(), part.name()));
    }
    return rule.required() && rule.defaultValue().isEmpty()
        ? Optional.of(
            new Refused(
                "column '"
                    + column.name()
                    + "' is required, and "
                    + rows(part)
                    + " that exist have no value in it",
                "give it a default, which they then have, or leave out 'required'"))
        : Optional.empty();
  }

  private Refused moved(String column, String from, String to) {
    return new Refused(
        "column '"
            + column
            + "' would move from family '"
            + from
            + "' to '"
            + to
            + "', and this release does not move values",
        "leave it in '" + from + "'; or " + remedies.export());
  }

  /** Returns what rows without a value read, for people. */
  private static String absent(Column column, ColumnRule rule) {
    if (rule.required() && column.type() instanceof ScalarType type) {
      return rule.defaultValue().map(value -> Values.render(type, value)).orElseThrow();
    }
    return "null"
        + (rule.defaultValue().isPresent() ? " (the default is for those put from then on)" : "");
  }

  private Verdict columnDropped(DesignChange.ColumnDropped dropped) {
    String name = dropped.column().name();
    Optional<String> place = Moves.newPlace(dropped.part(), name, changes);
    if (place.isPresent()) {
      return moved(name, dropped.part().name(), place.get());
    }
    List<Effect> effects = new ArrayList<>();
    effects.add(
        new Effect(
            "loses",
            "the values of '"
                + name
                + "'; nothing brings them back, not even a column of the same name"));
    renamedTo(dropped)
        .ifPresent(
            added ->
                effects.add(
                    new Effect(
                        "or",
                        "if '"
                            + added
                            + "' is its new name, keep the values by --rename "
                            + dropped.part().path(name)
                            + "="
                            + added)));
    return new Possible(Way.AT_ONCE, effects);
  }

  /** Returns the only column of the same type that is new in the same place. */
  private Optional<String> renamedTo(DesignChange.ColumnDropped dropped) {
    List<String> candidates =
        changes.stream()
            .filter(DesignChange.ColumnAdded.class::isInstance)
            .map(DesignChange.ColumnAdded.class::cast)
            .filter(added -> added.part().equals(dropped.part()))
            .filter(added -> added.column().type().equals(dropped.column().type()))
            .map(added -> added.column().name())
            .toList();
    return candidates.size() == 1 ? Optional.of(candidates.get(0)) : Optional.empty();
  }

  private Verdict retyped(DesignChange.ColumnRetyped retyped) {
    ColumnType before = retyped.before().type();
    ColumnType after = retyped.after().type();
    if (!before.equals(ScalarType.INT) || !after.equals(ScalarType.LONG)) {
      return new Refused(
          "values of type "
              + before.spelling()
              + " do not become "
              + after.spelling()
              + " in this release, which only widens int to long",
          "add a column of the new type under another name, fill it by your application, and drop"
              + " the old one by a later evolution; or "
              + remedies.export());
    }
    return ruled(
        retyped.part(),
        ScalarType.LONG,
        RuleComparison.widened(retyped.ruleBefore()),
        retyped.ruleAfter(),
        List.of(
            new Effect(rows(retyped.part()), "keep their values, which are long from then on")));
  }

  private static Possible ruled(
      Part part, ScalarType type, ColumnRule before, ColumnRule after, List<Effect> first) {
    List<Effect> effects = new ArrayList<>(first);
    if (!before.defaultValue().equals(after.defaultValue())) {
      effects.add(
          new Effect(
              rows(part),
              "that exist keep their values; those put without a value get "
                  + after.defaultValue().map(value -> Values.render(type, value)).orElse("null")));
    }
    boolean stricter = RuleComparison.isStricter(type, before, after);
    if (stricter) {
      effects.add(
          new Effect(
              "unless",
              rows(part) + " break the new rule: then nothing is changed, and some are named"));
    }
    return new Possible(stricter ? Way.CHECKED : Way.AT_ONCE, effects);
  }
}
