package org.portolan.design.evolve;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import org.portolan.design.CollectionDesign;
import org.portolan.design.ColumnRule;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.types.Collation;
import org.portolan.types.Column;

/** What one design has more than another: entities, families, collections and columns. */
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
   * Returns a design with what another one has more, and with its own rules, indexes, counters and
   * references. An entity that only the other one has is there with all that belongs to it.
   */
  static Design widened(Design design, Design other) {
    return new Design(
        design.name(),
        union(design.entities(), other.entities(), EntityDesign::name, Additions::widened));
  }

  /** Returns the parts of both, those that the other one has first and in its order. */
  private static <T> List<T> union(
      List<T> own, List<T> others, Function<T, String> name, BinaryOperator<T> both) {
    Map<String, T> all = new LinkedHashMap<>();
    others.forEach(part -> all.put(name.apply(part), part));
    for (T part : own) {
      all.merge(name.apply(part), part, (other, mine) -> both.apply(mine, other));
    }
    return List.copyOf(all.values());
  }

  private static EntityDesign widened(EntityDesign entity, EntityDesign other) {
    return entity.with(
        union(entity.families(), other.families(), FamilyDesign::name, Additions::widened),
        union(
            entity.collections(), other.collections(), CollectionDesign::name, Additions::widened));
  }

  static Optional<FamilyDesign> family(EntityDesign entity, String name) {
    return entity.families().stream().filter(family -> family.name().equals(name)).findFirst();
  }

  private static List<Column> columns(List<Column> own, List<Column> others) {
    return union(own, others, Column::name, (mine, other) -> mine);
  }

  private static FamilyDesign widened(FamilyDesign family, FamilyDesign other) {
    Set<String> own = names(family.columns());
    Map<String, Collation> collations = new HashMap<>(other.collations());
    collations.keySet().removeAll(own);
    collations.putAll(family.collations());
    return new FamilyDesign(
        family.name(),
        columns(family.columns(), other.columns()),
        rules(own, family::rule, other.rules()),
        collations);
  }

  private static CollectionDesign widened(CollectionDesign collection, CollectionDesign other) {
    return new CollectionDesign(
        collection.name(),
        collection.itemKey(),
        columns(collection.columns(), other.columns()),
        rules(names(collection.columns()), collection::rule, other.rules()),
        collection.storage(),
        collection.tree(),
        collection.listedBy(),
        collection.options());
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
