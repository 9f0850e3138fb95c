package org.portolan.data.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.portolan.data.internal.schema.CollectionSchema;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.engine.Capabilities;

/** The sizes at which lists that are kept as whole objects reach the engine's largest value. */
final class Ends {
  /** The sizes for which ends are told; readers can scale them. */
  private static final int ITEM_BYTES = 100;

  private static final int MEMBER_BYTES = 30;

  private Ends() {}

  static List<String> of(StoreSchema schema, Capabilities capabilities) {
    long valueMax = capabilities.valueBytesMax();
    List<String> ends = new ArrayList<>();
    for (EntitySchema entity : schema.entities()) {
      for (CollectionSchema collection : entity.collections()) {
        if (collection.storage() == Storage.OBJECT) {
          ends.add(
              String.format(
                  Locale.ROOT,
                  "collection %s.%s: when the items of a row reach %,d bytes, with items of %d"
                      + " bytes at %,d items",
                  entity.name(),
                  collection.name(),
                  valueMax,
                  ITEM_BYTES,
                  valueMax / ITEM_BYTES));
        }
      }
    }
    for (IndexSchema index : schema.indexes()) {
      if (!index.cells() && index.tree().isEmpty() && index.claims().isEmpty()) {
        int buckets = index.partitioning().readBuckets();
        ends.add(
            String.format(
                Locale.ROOT,
                "index %s: when %s of a value reaches %,d bytes, with members of %d bytes at"
                    + " some %,d members",
                index.name(),
                buckets == 1 ? "the bucket" : "one of the " + buckets + " buckets",
                valueMax,
                MEMBER_BYTES,
                valueMax / MEMBER_BYTES * buckets));
      }
    }
    if (!ends.isEmpty()) {
      ends.add("a collection or an index that is an object tree(n) does not end so");
    }
    return ends;
  }
}
