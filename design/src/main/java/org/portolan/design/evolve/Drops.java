package org.portolan.design.evolve;

import java.util.Optional;
import org.portolan.design.CollectionDesign;
import org.portolan.design.ColumnRule;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.FamilyDesign;

/**
 * What a change drops while applications go on: entities, families, collections, columns and
 * counters. First no application sees it any more, and writes still keep it for those that do; then
 * writes leave it alone, and it is removed.
 */
final class Drops {
  private Drops() {}

  /** Returns whether a change drops something that writes still keep for a while. */
  static boolean isDrop(DesignChange change) {
    return change instanceof DesignChange.EntityDropped
        || change instanceof DesignChange.FamilyDropped
        || change instanceof DesignChange.CollectionDropped
        || change instanceof DesignChange.ColumnDropped
        || change instanceof DesignChange.CounterDropped
        || change instanceof DesignChange.ExtremeDropped;
  }

  /** Returns whether a design drops something. */
  static boolean are(Design before, Design after) {
    return DesignDiff.between(before, after).stream().anyMatch(Drops::isDrop);
  }

  /**
   * Returns why a drop needs a stopped store; empty if it does not.
   *
   * @param change one for which {@link #isDrop} holds
   */
  static Optional<String> refusal(Design before, DesignChange change) {
    if (change instanceof DesignChange.EntityDropped dropped) {
      return dropped.design().indexes().stream().anyMatch(index -> index.within().isPresent())
          ? Optional.of("one of its indexes lies in the rows of another entity")
          : Optional.empty();
    } else if (change instanceof DesignChange.CollectionDropped dropped) {
      return refusal(before.entity(dropped.entity()).orElseThrow(), dropped.collection());
    } else if (change instanceof DesignChange.FamilyDropped dropped) {
      return refusal(dropped.family());
    } else if (change instanceof DesignChange.ColumnDropped dropped) {
      return unfilled(rule(before, dropped.part(), dropped.column().name()))
          ? Optional.of(unfilled(dropped.column().name()))
          : Optional.empty();
    }
    return Optional.empty();
  }

  private static Optional<String> refusal(EntityDesign entity, CollectionDesign dropped) {
    return dropped
        .listedBy()
        .or(
            () ->
                entity.collections().stream()
                    .filter(other -> other.listedBy().filter(dropped.name()::equals).isPresent())
                    .map(CollectionDesign::name)
                    .findFirst())
        .map(
            other ->
                "its items and those of '"
                    + other
                    + "' are listed together, and applications that know both would miss some");
  }

  private static Optional<String> refusal(FamilyDesign dropped) {
    return dropped.columns().stream()
        .filter(column -> unfilled(dropped.rule(column.name())))
        .map(column -> unfilled(column.name()))
        .findFirst();
  }

  private static boolean unfilled(ColumnRule rule) {
    return rule.required() && rule.defaultValue().isEmpty();
  }

  private static String unfilled(String column) {
    return "'"
        + column
        + "' is required and has no default, so rows of applications that do not know it would lack"
        + " a value for those that do";
  }

  private static ColumnRule rule(Design before, Part part, String column) {
    EntityDesign entity = before.entity(part.entity()).orElseThrow();
    return part.kind() == Part.Kind.FAMILY
        ? Additions.family(entity, part.name()).orElseThrow().rule(column)
        : entity.collection(part.name()).orElseThrow().rule(column);
  }
}
