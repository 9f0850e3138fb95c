package org.portolan.data.internal.schema;

import org.portolan.design.ColumnRule;
import org.portolan.design.FamilyDesign;
import org.portolan.types.Column;
import org.portolan.types.ScalarType;

/** What a column needs to hold the number of a sequence. */
public final class SequenceColumn {
  private SequenceColumn() {}

  /**
   * Refuses a column that cannot hold the number of a sequence.
   *
   * @throws IllegalArgumentException if the column is not a long, or has a greatest value, if rows
   *     have no look-up, or if a row with nothing but this number breaks a rule
   */
  public static void require(EntitySchema entity, String column) {
    Column found = entity.column(column);
    if (!found.type().equals(ScalarType.LONG)) {
      throw new IllegalArgumentException(
          "column '"
              + column
              + "' of entity '"
              + entity.name()
              + "' is "
              + found.type().spelling()
              + ", and a sequence needs a long");
    }
    if (!entity.keyMapping().layout().answersLookup()) {
      throw new IllegalArgumentException(
          "entity '"
              + entity.name()
              + "' cannot hold a sequence: its key layout "
              + entity.keyMapping().layout().spelling()
              + " finds no row by its key");
    }
    for (FamilyDesign family : entity.design().families()) {
      for (Column other : family.columns()) {
        ColumnRule rule = family.rule(other.name());
        if (other.name().equals(column) && rule.max().isPresent()) {
          throw new IllegalArgumentException(
              "column '"
                  + column
                  + "' of entity '"
                  + entity.name()
                  + "' has a 'max', at which a sequence would end in the middle of a block");
        }
        if (!other.name().equals(column) && rule.required() && rule.defaultValue().isEmpty()) {
          throw new IllegalArgumentException(
              "entity '"
                  + entity.name()
                  + "' cannot hold a sequence: its column '"
                  + other.name()
                  + "' is required and has no default, and a sequence knows no value of it");
        }
      }
    }
  }
}
