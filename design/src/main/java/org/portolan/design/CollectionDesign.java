package org.portolan.design;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.portolan.design.index.OrderedTree;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;

/**
 * Ordered items owned by an entity row: revisions of a page, comments on it.
 *
 * @param itemKey identifies and orders the items of one row
 * @param rules what the values of columns must satisfy, by column; columns without a rule are not
 *     in it
 * @param tree the tree of {@link Storage#TREE}; empty under any other storage
 * @param listedBy another collection of the same entity with an item for every key of this one. Its
 *     keys list the items of this one, so no ordered scan of their rows is needed. Empty if the
 *     collection lists its own items
 * @param options how an engine keeps the collection's table, see {@link TableOptions}
 */
public record CollectionDesign(
    String name,
    List<KeyColumn> itemKey,
    List<Column> columns,
    Map<String, ColumnRule> rules,
    Storage storage,
    Optional<OrderedTree> tree,
    Optional<String> listedBy,
    Map<String, String> options) {

  /** Where the items are stored. */
  public enum Storage {
    /** Each item in a separate row of the collection's table: one key, one item. */
    ROWS,
    /** All items as cells of the entity's own row, in a family of the collection. */
    CELLS,
    /**
     * All items in one value, under the entity's key in a table of the collection: Kruber's
     * aggregate object. Every change rewrites it.
     */
    OBJECT,
    /**
     * In their order in the leaves of a B-tree, one tree for each row of the entity, in a table of
     * the collection. A change rewrites one leaf.
     */
    TREE,
    /** Left to the engine: {@link PortableDesign}. No store has it. */
    PORTABLE
  }

  public CollectionDesign {
    itemKey = List.copyOf(itemKey);
    columns = List.copyOf(columns);
    rules = ColumnRule.sorted(rules);
    options = TableOptions.sorted(options);
    if (tree.isPresent() != (storage == Storage.TREE)) {
      throw new IllegalArgumentException("storage " + storage + " does not fit the tree " + tree);
    }
  }

  /** Makes a collection whose columns take every value of their types. */
  public CollectionDesign(
      String name,
      List<KeyColumn> itemKey,
      List<Column> columns,
      Storage storage,
      Optional<OrderedTree> tree,
      Optional<String> listedBy,
      Map<String, String> options) {
    this(name, itemKey, columns, Map.of(), storage, tree, listedBy, options);
  }

  /** Makes a collection without a tree and rules. */
  public CollectionDesign(
      String name,
      List<KeyColumn> itemKey,
      List<Column> columns,
      Storage storage,
      Optional<String> listedBy,
      Map<String, String> options) {
    this(name, itemKey, columns, storage, Optional.empty(), listedBy, options);
  }

  /** Makes a collection without rules, a tree, a listing collection and table options. */
  public CollectionDesign(
      String name, List<KeyColumn> itemKey, List<Column> columns, Storage storage) {
    this(name, itemKey, columns, storage, Optional.empty(), Map.of());
  }

  public ColumnRule rule(String column) {
    return rules.getOrDefault(column, ColumnRule.NONE);
  }

  /**
   * Returns the storage as {@code design.yaml} spells it, for example {@code object tree(64)};
   * {@code portable} where it names none.
   */
  public String storageSpelling() {
    return tree.map(nodes -> "object " + nodes.spelling())
        .orElseGet(() -> storage.name().toLowerCase(Locale.ROOT));
  }
}
