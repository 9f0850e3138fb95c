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
}
