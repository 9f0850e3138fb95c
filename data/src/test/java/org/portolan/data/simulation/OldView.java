package org.portolan.data.simulation;

import java.util.ArrayList;
import java.util.List;
import org.portolan.data.internal.view.View;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.evolve.DesignView;

/**
 * What an application sees in a process that has changed the design itself, so that its store shows
 * it everything: it still works by the design with which it began, since the judge knows no other.
 */
final class OldView {
  private OldView() {}

  /**
   * @param known the entities that are judged
   * @param present what the store shows
   */
  static View of(Design known, Design present) {
    List<EntityDesign> entities = new ArrayList<>(known.entities());
    for (EntityDesign entity : present.entities()) {
      if (known.entity(entity.name()).isEmpty()) {
        entities.add(entity);
      }
    }
    return new View(DesignView.of(new Design(known.name(), entities), present, present));
  }
}
