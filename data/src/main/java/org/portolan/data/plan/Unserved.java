package org.portolan.data.plan;

import java.util.ArrayList;
import java.util.List;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.key.KeyLayout;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.types.KeyColumn;

/** What a design promises, and an engine that keeps its data cannot serve. */
final class Unserved {
  private Unserved() {}

  static List<String> of(StoreSchema schema, Capabilities engine) {
    List<String> unserved = new ArrayList<>();
    if (engine.keyOrder() == KeyOrder.TABLE) {
      return unserved;
    }
    for (EntitySchema entity : schema.entities()) {
      KeyLayout layout = entity.keyMapping().layout();
      List<String> key = entity.design().key().stream().map(KeyColumn::name).toList();
      boolean promised =
          layout.prefixRange() > 1 && layout.over() > 0 && layout.over() < key.size();
      boolean served =
          engine.keyOrder() == KeyOrder.WITHIN_PARTITION
              && entity.keyMapping().partitionKeyColumns() <= layout.over();
      if (promised && !served) {
        String leading = String.join(" and ", key.subList(0, layout.over()));
        unserved.add(
            "the key layout of "
                + entity.name()
                + " keeps the rows of one "
                + leading
                + " together, to be scanned in order, but "
                + (engine.keyOrder() == KeyOrder.WITHIN_PARTITION
                    ? "the design names a smaller partition: name ["
                        + String.join(", ", key.subList(0, layout.over()))
                        + "], or nothing"
                    : "this engine keeps no order over a table: list them by an index on ["
                        + String.join(", ", key.subList(0, layout.over()))
                        + "], or as a collection"));
      }
    }
    return unserved;
  }
}
