package org.portolan.data.internal.read;

import java.util.List;
import java.util.Optional;
import org.portolan.data.Item;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.schema.CollectionSchema;
import org.portolan.data.internal.schema.TreeSchema;
import org.portolan.data.internal.tree.TreeReads;
import org.portolan.data.internal.tree.TreeReads.ElementPage;
import org.portolan.data.internal.tree.TreeReads.Wanted;
import org.portolan.engine.KeyRange;
import org.portolan.types.Tuple;

/** Reads items that are stored in the leaves of a tree. */
public final class TreeItems {
  private TreeItems() {}

  /**
   * Looks an item up.
   *
   * @param rowKey the row key of the row that owns it
   */
  public static Optional<Item> item(
      Access access, CollectionSchema collection, Tuple rowKey, Tuple itemKey) {
    Object element = collection.itemForm().position(itemKey);
    Wanted wanted = new Wanted(collection.tree().orElseThrow(), rowKey, element);
    return TreeReads.find(access, List.of(wanted)).get(0).map(collection::unpack);
  }

  /**
   * Returns items in order.
   *
   * @param behind the key behind which they begin, in the order of reading
   * @return at most {@code count} items; fewer only if there are no more
   */
  public static List<Item> page(
      Access access,
      CollectionSchema collection,
      Tuple rowKey,
      Optional<Tuple> behind,
      int count,
      boolean backwards) {
    TreeSchema tree = collection.tree().orElseThrow();
    ElementPage page;
    if (backwards) {
      KeyRange range = behind.map(KeyRange.ALL::before).orElse(KeyRange.ALL);
      page = TreeReads.pageBackwards(access, tree, rowKey, range, count);
    } else {
      KeyRange range = behind.map(KeyRange.ALL::after).orElse(KeyRange.ALL);
      page = TreeReads.page(access, tree, rowKey, range, count);
    }
    return page.elements().stream().map(collection::unpack).toList();
  }
}
