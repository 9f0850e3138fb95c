package org.portolan.design;

import java.util.List;
import java.util.Optional;

/**
 * The layout of data in a target store: a versioned, readable file that the advisor writes, a
 * person may edit, and the data layer follows. Immutable.
 *
 * @param name letters, digits and hyphens
 */
public record Design(String name, List<EntityDesign> entities) {

  /** The version of the file format {@code design.yaml} that this release reads and writes. */
  public static final int FORMAT_VERSION = 1;

  public Design {
    entities = List.copyOf(entities);
  }

  public Optional<EntityDesign> entity(String entityName) {
    return entities.stream().filter(entity -> entity.name().equals(entityName)).findFirst();
  }
}
