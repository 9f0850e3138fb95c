package org.portolan.design.evolve;

import org.portolan.design.IndexDesign;

/**
 * A generation of an index that the design in force does not have: one that is being built, or one
 * that is being given up.
 *
 * @param entity the name of the entity whose rows it lists
 * @param generation decides its table, see {@link IndexStates#table}
 */
public record Shadow(String entity, IndexDesign design, int generation, IndexState state) {
  public Shadow {
    if (state == IndexState.READABLE) {
      throw new IllegalArgumentException(
          "index '" + design.name() + "' is readable, so the design in force has it");
    }
  }

  /** Returns the name of its table. */
  public String table() {
    return IndexStates.table(design.name(), generation);
  }
}
