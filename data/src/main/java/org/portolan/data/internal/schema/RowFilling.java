package org.portolan.data.internal.schema;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.portolan.data.ConstraintException;
import org.portolan.design.FamilyDesign;
import org.portolan.engine.Change;
import org.portolan.engine.Mutation;
import org.portolan.types.Column;
import org.portolan.types.Tuple;

/**
 * The first values of some columns of rows that are there, see {@link
 * org.portolan.data.StoreLoad#fill}. Immutable.
 */
public record RowFilling(EntitySchema entity) {

  /**
   * Returns whether columns can be filled.
   *
   * @see org.portolan.data.StoreLoad#takesColumns
   */
  public boolean takes(Set<String> names) {
    if (!entity.keyMapping().layout().answersLookup()
        || !entity.keyMapping().originalColumns().isEmpty()
        || !Collections.disjoint(entity.followedColumns(), names)) {
      return false;
    }
    Set<String> rest = new HashSet<>(names);
    for (FamilyDesign family : entity.design().families()) {
      List<String> own = family.columns().stream().map(Column::name).toList();
      if (Collections.disjoint(own, names)) {
        continue;
      }
      if (family.name().equals(entity.presenceFamily())
          || !names.containsAll(own)
          || own.stream().anyMatch(name -> family.rule(name).defaultValue().isPresent())) {
        return false;
      }
      own.forEach(rest::remove);
    }
    return rest.isEmpty();
  }

  /**
   * Refuses columns that cannot be filled.
   *
   * @throws IllegalArgumentException if these cannot
   */
  public void require(Set<String> names) {
    if (!takes(names)) {
      throw new IllegalArgumentException(
          "columns "
              + names.stream().sorted().toList()
              + " of entity '"
              + entity.name()
              + "' cannot be filled on their own; write whole rows");
    }
  }

  /**
   * Returns the change that gives a row its first values of some columns.
   *
   * @param values only of columns that this {@linkplain #takes takes}
   * @throws IllegalArgumentException if one is not of its column's type
   * @throws ConstraintException if a value breaks the rule of its column
   */
  public Mutation change(Tuple key, Map<String, Object> values) {
    Map<String, Object> some = entity.some(key, values);
    List<Change> changes = new ArrayList<>();
    for (int position = 1; position < entity.familyCount(); position++) {
      List<Object> stored = entity.stored(position, key, some);
      if (stored != null) {
        changes.add(new Change.PutColumns(entity.familyName(position), stored));
      }
    }
    return Mutation.of(entity.table(), entity.keyMapping().rowKey(key), changes);
  }
}
