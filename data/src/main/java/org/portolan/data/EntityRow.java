package org.portolan.data;

import java.util.Map;
import org.portolan.types.Tuple;

/** A row of an entity as it was read. Immutable. */
public final class EntityRow extends NamedValues {

  /**
   * @param values by column; taken over without a copy
   */
  public EntityRow(Tuple key, Map<String, Object> values) {
    super(key, values);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EntityRow that && isSame(that);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }
}
