package org.portolan.data.internal.tree;

import org.portolan.data.internal.schema.TreeSchema;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;

/**
 * A place in a tree.
 *
 * @param position an element's place in the order, see {@code ElementForm.orderKey}, or the
 *     beginning of such keys; null for the end of the tree
 * @param below whether to find the node of the elements right below the position; otherwise, of the
 *     element at it
 * @param height the height of the node to find
 * @param ahead how many of the leaves that follow to read along: to the right, or to the left if
 *     {@code below}
 */
record Spot(TreeSchema tree, Tuple value, Bytes position, boolean below, int height, int ahead) {
  static Spot leaf(TreeSchema tree, Tuple value, Bytes position) {
    return at(tree, value, position, 0);
  }

  static Spot at(TreeSchema tree, Tuple value, Bytes position, int height) {
    return new Spot(tree, value, position, false, height, 0);
  }

  /** Returns whether this spot is to the right of a fence or, unless it is below, at it. */
  boolean isBeyond(Object fence) {
    if (position == null) {
      return true;
    }
    int order = tree.form().orderKey(fence).compareTo(position);
    return below ? order < 0 : order <= 0;
  }
}
