package org.portolan.data.plan;

import java.util.ArrayList;
import java.util.List;
import org.portolan.data.internal.schema.CollectionSchema;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.engine.Capabilities;

/** The rows that grow without bound: objects that are rewritten whole, and wide rows. */
final class Growth {
  private Growth() {}

  static List<String> of(StoreSchema schema, Capabilities engine) {
    List<String> objects = new ArrayList<>();
    List<String> wide = new ArrayList<>();
    for (EntitySchema entity : schema.entities()) {
      for (CollectionSchema collection : entity.collections()) {
        String name = "collection " + entity.name() + "." + collection.name();
        if (collection.storage() == Storage.OBJECT) {
          objects.add(name);
        } else if (collection.storage() == Storage.CELLS) {
          wide.add(name);
        }
      }
    }
    for (IndexSchema index : schema.indexes()) {
      if (index.tree().isEmpty() && index.claims().isEmpty()) {
        (index.cells() ? wide : objects).add(index.kind() + " " + index.name());
      }
    }
    List<String> growth = new ArrayList<>();
    if (!objects.isEmpty()) {
      growth.add(
          "objects that each change rewrites whole: "
              + SomeOf.names(objects)
              + "; object tree(n) rewrites a leaf");
    }
    // An embedded engine keeps every cell by itself, so that no row is too wide for it.
    if (!wide.isEmpty() && !engine.local()) {
      growth.add(
          "wide rows, which one server holds, with a cell for each item or member: "
              + SomeOf.names(wide));
    }
    growth.addAll(Partitions.growth(schema, engine));
    return growth;
  }
}
