package org.portolan.design.evolve;

import java.util.List;
import java.util.Optional;

/**
 * Columns of rows that go from one family to another: for {@link DesignDiff} they are dropped in
 * the one and added in the other, and values would be lost.
 */
final class Moves {
  private Moves() {}

  /** Returns the family that gets a column of a name that another family of the entity loses. */
  static Optional<String> newPlace(Part part, String column, List<DesignChange> changes) {
    if (part.kind() != Part.Kind.FAMILY) {
      return Optional.empty();
    }
    for (DesignChange change : changes) {
      if (change instanceof DesignChange.ColumnAdded added
          && isOtherFamily(added.part(), part)
          && added.column().name().equals(column)) {
        return Optional.of(added.part().name());
      }
      if (change instanceof DesignChange.FamilyAdded added
          && added.entity().equals(part.entity())
          && added.family().columns().stream().anyMatch(each -> each.name().equals(column))) {
        return Optional.of(added.family().name());
      }
    }
    return Optional.empty();
  }

  /** Returns the family that loses a column of a name that another family of the entity gets. */
  static Optional<String> oldPlace(Part part, String column, List<DesignChange> changes) {
    if (part.kind() != Part.Kind.FAMILY) {
      return Optional.empty();
    }
    for (DesignChange change : changes) {
      if (change instanceof DesignChange.ColumnDropped dropped
          && isOtherFamily(dropped.part(), part)
          && dropped.column().name().equals(column)) {
        return Optional.of(dropped.part().name());
      }
      if (change instanceof DesignChange.FamilyDropped dropped
          && dropped.entity().equals(part.entity())
          && dropped.family().columns().stream().anyMatch(each -> each.name().equals(column))) {
        return Optional.of(dropped.family().name());
      }
    }
    return Optional.empty();
  }

  private static boolean isOtherFamily(Part one, Part other) {
    return one.kind() == Part.Kind.FAMILY
        && one.entity().equals(other.entity())
        && !one.name().equals(other.name());
  }
}
