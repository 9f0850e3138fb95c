package org.portolan.data.internal.tree;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.portolan.data.internal.schema.TreeSchema;
import org.portolan.design.index.OrderedTree;
import org.portolan.engine.Change;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.types.Tuple;

/**
 * A node as it is stored: one row. A leaf has height 0. Every node knows the range of its elements,
 * from its low fence up to its high fence, which is the low fence of the node to its right; so a
 * reader that arrives at a wrong node notices it (Lehman and Yao 1981). Immutable.
 *
 * @param low the fence of the least element that may be below this node; null for no bound
 * @param high the fence of the least element that is beyond it; null for no bound
 * @param elements the elements of a leaf, ascending
 * @param separators the low fences of all children but the first, ascending
 * @param children the ids of the children of an inner node
 */
record Node(
    TreeSchema tree,
    Tuple value,
    String id,
    int height,
    Object low,
    Object high,
    List<?> elements,
    List<?> separators,
    List<?> children) {
  static final String ROOT = OrderedTree.ROOT.name();

  /** More than any tree has; only a damaged node is higher. */
  private static final int HEIGHT_MAX = 64;

  private static final int ELEMENTS = 0;
  private static final int HEIGHT = 1;
  private static final int LOW = 2;
  private static final int HIGH = 3;
  private static final int SEPARATORS = 4;
  private static final int CHILDREN = 5;

  /** Returns the node in a row; empty if the row holds none. */
  static Optional<Node> of(TreeSchema tree, Tuple value, String id, Row row) {
    return row.family(tree.family())
        .map(
            values ->
                new Node(
                    tree,
                    value,
                    id,
                    values.get(HEIGHT) == null ? 0 : (Integer) values.get(HEIGHT),
                    values.get(LOW),
                    values.get(HIGH),
                    list(values.get(ELEMENTS)),
                    list(values.get(SEPARATORS)),
                    list(values.get(CHILDREN))));
  }

  private static List<?> list(Object stored) {
    return stored == null ? List.of() : (List<?>) stored;
  }

  /** Returns the root of a tree that has no elements; no row is stored for it. */
  static Node emptyRoot(TreeSchema tree, Tuple value) {
    return new Node(tree, value, ROOT, 0, null, null, List.of(), List.of(), List.of());
  }

  static RowKey rowKey(TreeSchema tree, Tuple value, String id) {
    return new RowKey(tree.table(), tree.rowKey(value, id));
  }

  static Get get(TreeSchema tree, Tuple value, String id) {
    return Get.of(tree.table(), tree.rowKey(value, id), FamilyRead.all(tree.family()));
  }

  static Mutation removal(TreeSchema tree, Tuple value, String id) {
    return Mutation.of(
        tree.table(), tree.rowKey(value, id), new Change.DeleteFamily(tree.family()));
  }

  RowKey rowKey() {
    return rowKey(tree, value, id);
  }

  /** Returns the mutation that stores this node. */
  Mutation put() {
    List<Object> values =
        Arrays.asList(
            elements.isEmpty() ? null : elements,
            height,
            low,
            high,
            separators.isEmpty() ? null : separators,
            children.isEmpty() ? null : children);
    return Mutation.of(
        tree.table(), tree.rowKey(value, id), new Change.PutColumns(tree.family(), values));
  }

  boolean isLeaf() {
    return height == 0;
  }

  /** Returns whether a spot is between the fences. */
  boolean covers(Spot spot) {
    return (low == null || spot.isBeyond(low)) && (high == null || !spot.isBeyond(high));
  }

  /** Returns the number of the child whose range covers a spot. */
  int child(Spot spot) {
    int from = 0;
    int to = separators.size();
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (spot.isBeyond(separators.get(middle))) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  String childId(int number) {
    return (String) children.get(number);
  }

  Object childLow(int number) {
    return number == 0 ? low : separators.get(number - 1);
  }

  Object childHigh(int number) {
    return number == separators.size() ? high : separators.get(number);
  }

  /** Returns whether a tree can have a node of this height; false only if it is damaged. */
  boolean hasPossibleHeight() {
    return height >= 0 && height <= HEIGHT_MAX;
  }

  /** Returns whether a node has the height and the fences that this node gives to a child. */
  boolean fits(Node child, int number) {
    return child.height == height - 1
        && Objects.equals(child.low, childLow(number))
        && Objects.equals(child.high, childHigh(number));
  }

  /** Returns whether this node can be used; false only if it is damaged. */
  boolean isReadable() {
    return hasPossibleHeight()
        && (isLeaf() ? children.isEmpty() : children.size() == separators.size() + 1);
  }
}
