package org.portolan.design;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.portolan.design.index.IndexLayout;
import org.portolan.types.Collation;
import org.portolan.types.KeyColumn;

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

  /** Returns this design with another layout of an index; the same if it has no such index. */
  public Design withLayout(String index, IndexLayout layout) {
    return new Design(
        name,
        entities.stream()
            .map(
                entity ->
                    entity.withIndexes(
                        entity.indexes().stream()
                            .map(one -> one.name().equals(index) ? one.withLayout(layout) : one)
                            .toList()))
            .toList());
  }

  /**
   * Returns how indexes compare the texts of a column of an entity: as the design says. A column
   * without a collation takes that of the key column that it refers to.
   */
  public Collation collation(EntityDesign entity, String column) {
    return collations(entity).getOrDefault(column, Collation.BINARY);
  }

  /** Returns the collations of the columns of an entity; those by code point are not in it. */
  public Map<String, Collation> collations(EntityDesign entity) {
    Map<String, Collation> collations = new TreeMap<>();
    for (ReferenceDesign reference : entity.references()) {
      List<KeyColumn> target = entity(reference.to()).map(EntityDesign::key).orElse(List.of());
      for (int place = 0; place < Math.min(target.size(), reference.on().size()); place++) {
        if (target.get(place).collation() != Collation.BINARY) {
          collations.putIfAbsent(reference.on().get(place), target.get(place).collation());
        }
      }
    }
    entity.families().forEach(family -> collations.putAll(family.collations()));
    // Which rows are the same follows from the key alone, whatever it refers to.
    entity.key().forEach(column -> collations.put(column.name(), column.collation()));
    collations.values().removeIf(Collation.BINARY::equals);
    return collations;
  }
}
