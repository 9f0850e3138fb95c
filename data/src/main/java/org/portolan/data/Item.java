package org.portolan.data;

import java.util.Map;
import org.portolan.types.Tuple;

/** An item of a child collection as it was read, with its key within the row. Immutable. */
public final class Item extends NamedValues {

  /**
   * @param values by column, null where they are null; taken over without a copy
   */
  public Item(Tuple key, Map<String, Object> values) {
    super(key, values);
  }
}
