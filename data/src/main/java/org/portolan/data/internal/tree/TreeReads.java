package org.portolan.data.internal.tree;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.schema.ElementForm;
import org.portolan.data.internal.schema.TreeSchema;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.types.Bytes;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/** Reads the elements of trees in their order, and looks elements up. */
public final class TreeReads {
  /** The most leaves that are read in one round trip. */
  private static final int AHEAD_MAX = 63;

  private TreeReads() {}

  /** Returns whether a row of a tree's table is the root of a tree: each tree has one. */
  public static boolean isRoot(Tuple nodeKey) {
    return Node.ROOT.equals(nodeKey.get(nodeKey.size() - 1));
  }

  /**
   * A page of elements, see {@code ElementForm}.
   *
   * @param more whether more may follow
   */
  public record ElementPage(List<Object> elements, boolean more) {}

  /** An element to look for in the tree of a value. */
  public record Wanted(TreeSchema tree, Tuple value, Object element) {}

  /**
   * Reads a page. It goes on from the high fence of each leaf that it has read, so a split or a
   * merge in between neither hides an element nor shows it twice.
   *
   * @param range the range of the keys of the elements; not bounded above
   */
  public static ElementPage page(
      Access access, TreeSchema tree, Tuple value, KeyRange range, int limit) {
    List<Object> elements = new ArrayList<>();
    Optional<Bytes> from = place(tree.form(), range.from(), !range.fromInclusive());
    if (from.isEmpty()) {
      return new ElementPage(elements, false);
    }
    Bytes position = from.get();
    while (true) {
      Spot spot = new Spot(tree, value, position, false, 0, ahead(tree, limit - elements.size()));
      List<Node> leaves = leaves(access, spot);
      Object next = leaves.get(0).low();
      for (Node leaf : leaves) {
        // A leaf that was split, merged or replaced since its parent was read is looked for again.
        if (!leaf.isLeaf() || !Objects.equals(leaf.low(), next)) {
          break;
        }
        int start = start(tree.form(), leaf.elements(), position);
        int end = Math.min(leaf.elements().size(), start + limit - elements.size());
        elements.addAll(leaf.elements().subList(start, end));
        next = leaf.high();
        boolean rest = end < leaf.elements().size();
        if (next == null || elements.size() == limit) {
          return new ElementPage(elements, rest || next != null);
        }
      }
      position = tree.form().orderKey(next);
    }
  }

  /**
   * Reads a page in descending order, in the same way as {@link #page}.
   *
   * @param range the range of the keys of the elements; not bounded below
   */
  public static ElementPage pageBackwards(
      Access access, TreeSchema tree, Tuple value, KeyRange range, int limit) {
    Bytes position =
        range.to().isEmpty()
            ? null
            : place(tree.form(), range.to(), range.toInclusive()).orElse(null);
    List<Object> elements = new ArrayList<>();
    while (true) {
      Spot spot = new Spot(tree, value, position, true, 0, ahead(tree, limit - elements.size()));
      List<Node> leaves = leaves(access, spot);
      Object next = leaves.get(0).high();
      for (Node leaf : leaves) {
        if (!leaf.isLeaf() || !Objects.equals(leaf.high(), next)) {
          break;
        }
        int end =
            position == null
                ? leaf.elements().size()
                : start(tree.form(), leaf.elements(), position);
        int start = Math.max(0, end - (limit - elements.size()));
        List<Object> descending = new ArrayList<>(leaf.elements().subList(start, end));
        Collections.reverse(descending);
        elements.addAll(descending);
        next = leaf.low();
        if (next == null || elements.size() == limit) {
          return new ElementPage(elements, start > 0 || next != null);
        }
      }
      position = tree.form().orderKey(next);
    }
  }

  /** The tree of a value. */
  public record Of(TreeSchema tree, Tuple value) {}

  /** Reads the first page of each of several trees, all in one round trip for each level. */
  public static List<ElementPage> beginnings(Access access, List<Of> trees, int limit) {
    List<Spot> spots = new ArrayList<>(trees.size());
    for (Of of : trees) {
      Bytes start = of.tree().form().position(Tuple.EMPTY);
      spots.add(new Spot(of.tree(), of.value(), start, false, 0, 0));
    }
    List<Descent> descents = Descents.find(access, spots);
    List<ElementPage> pages = new ArrayList<>(trees.size());
    for (int number = 0; number < trees.size(); number++) {
      Of of = trees.get(number);
      Node leaf = descents.get(number).node();
      List<Object> elements = new ArrayList<>(leaf.elements());
      pages.add(
          elements.size() >= limit
              ? new ElementPage(
                  elements.subList(0, limit), elements.size() > limit || leaf.high() != null)
              : leaf.high() == null
                  ? new ElementPage(elements, false)
                  : page(access, of.tree(), of.value(), KeyRange.ALL, limit));
    }
    return pages;
  }

  private static int ahead(TreeSchema tree, int wanted) {
    return Math.min(AHEAD_MAX, wanted / Math.max(1, tree.layout().membersMax() / 2));
  }

  private static List<Node> leaves(Access access, Spot spot) {
    Descent descent = Descents.find(access, List.of(spot)).get(0);
    List<Node> leaves = new ArrayList<>(List.of(descent.node()));
    leaves.addAll(descent.following());
    return leaves;
  }

  /**
   * Returns the position before the elements whose keys begin with some values, or behind them. A
   * member that differs from another only in its originals has the key of that at its beginning.
   *
   * @return empty if no element can be behind them
   */
  private static Optional<Bytes> place(ElementForm form, Tuple leading, boolean behind) {
    Bytes position = form.position(leading);
    return behind ? KeyCodec.successor(position.toArray()).map(Bytes::wrap) : Optional.of(position);
  }

  /** Returns the number of the first element at or behind a position. */
  private static int start(ElementForm form, List<?> elements, Bytes position) {
    int low = 0;
    int high = elements.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      Bytes key = form.orderKey(elements.get(middle));
      if (key.compareTo(position) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * Looks elements up: all in one round trip for each level. A transaction holds the leaves, so
   * that it does not read them again to change them.
   *
   * @return for each wanted element, the element that its tree has
   */
  public static List<Optional<Object>> find(Access access, List<Wanted> wanted) {
    List<Spot> spots = new ArrayList<>(wanted.size());
    for (Wanted each : wanted) {
      Bytes position = each.tree().form().orderKey(each.element());
      spots.add(Spot.leaf(each.tree(), each.value(), position));
    }
    List<Descent> descents = Descents.find(access, spots);
    List<Optional<Object>> found = new ArrayList<>(wanted.size());
    for (int number = 0; number < wanted.size(); number++) {
      descents.get(number).hold(access);
      found.add(find(wanted.get(number), descents.get(number).node().elements()));
    }
    return found;
  }

  @SuppressWarnings("unchecked")
  private static Optional<Object> find(Wanted wanted, List<?> ascending) {
    int number =
        Collections.binarySearch(
            (List<Object>) ascending, wanted.element(), wanted.tree().form()::compare);
    return number < 0 ? Optional.empty() : Optional.of(ascending.get(number));
  }

  /**
   * Returns the read of the root, which has all elements of a small tree; empty if the root is
   * known to be an inner node, or is held. Pass the row to {@link #takeRoot}.
   */
  public static Optional<Get> rootGet(Access access, TreeSchema tree, Tuple value) {
    RowKey root = Node.rowKey(tree, value, Node.ROOT);
    return access.remembered(root).isPresent() || access.heldRow(root).isPresent()
        ? Optional.empty()
        : Optional.of(Node.get(tree, value, Node.ROOT));
  }

  /** Takes the row of a root that a transaction has read together with others. */
  public static void takeRoot(Access access, Get get, Row row) {
    access.hold(get.rowKey(), row);
  }
}
