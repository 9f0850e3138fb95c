package org.portolan.design.evolve;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.portolan.design.CollectionDesign;
import org.portolan.design.ColumnRule;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.types.Collation;
import org.portolan.types.Column;

/** What a design has more than the one before: entities, families, collections and columns. */
final class Additions {
  private Additions() {}

  /** Returns whether a change adds something in which rows or items have values. */
  static boolean isAddition(DesignChange change) {
    return change instanceof DesignChange.EntityAdded
        || change instanceof DesignChange.FamilyAdded
        || change instanceof DesignChange.CollectionAdded
        || change instanceof DesignChange.ColumnAdded;
  }

  /** Returns whether a design adds something. */
  static boolean are(Design before, Design after) {
    return DesignDiff.between(before, after).stream().anyMatch(Additions::isAddition);
  }

  /**
   * Returns a design with what another one adds, and with its own rules, indexes, counters and
   * references. An entity that is added has all that belongs to it.
   *
   * @param after drops no entity, family, collection or column
   */
  static Design widened(Design before, Design after) {
    return new Design(
        before.name(),
        after.entities().stream()
            .map(
                entity ->
                    before.entity(entity.name()).map(own -> widened(own, entity)).orElse(entity))
            .toList());
  }

  private static EntityDesign widened(EntityDesign before, EntityDesign after) {
    return before.with(
        after.families().stream()
            .map(
                family ->
                    family(before, family.name()).map(own -> widened(own, family)).orElse(family))
            .toList(),
        after.collections().stream()
            .map(
                collection ->
                    before
                        .collection(collection.name())
                        .map(own -> widened(own, collection))
                        .orElse(collection))
            .toList());
  }

  static Optional<FamilyDesign> family(EntityDesign entity, String name) {
    return entity.families().stream().filter(family -> family.name().equals(name)).findFirst();
  }

  private static FamilyDesign widened(FamilyDesign before, FamilyDesign after) {
    Set<String> own = names(before.columns());
    Map<String, Collation> collations = new HashMap<>(after.collations());
    collations.keySet().removeAll(own);
    collations.putAll(before.collations());
    return new FamilyDesign(
        before.name(), after.columns(), rules(own, before::rule, after.rules()), collations);
  }

  private static CollectionDesign widened(CollectionDesign before, CollectionDesign after) {
    return new CollectionDesign(
        before.name(),
        before.itemKey(),
        after.columns(),
        rules(names(before.columns()), before::rule, after.rules()),
        before.storage(),
        before.tree(),
        before.listedBy(),
        before.options());
  }

  private static Map<String, ColumnRule> rules(
      Set<String> own, Function<String, ColumnRule> before, Map<String, ColumnRule> after) {
    Map<String, ColumnRule> rules = new HashMap<>(after);
    own.forEach(column -> rules.put(column, before.apply(column)));
    rules.values().removeIf(ColumnRule.NONE::equals);
    return rules;
  }

  static Set<String> names(List<Column> columns) {
    Set<String> names = new LinkedHashSet<>();
    columns.forEach(column -> names.add(column.name()));
    return names;
  }
}
