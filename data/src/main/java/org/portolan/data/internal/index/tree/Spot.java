package org.portolan.data.internal.index.tree;

import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;

/**
 * A place in the tree of a value.
 *
 * @param position a member's place in the order, see {@code MemberForm.orderKey}; or the beginning
 *     of such keys
 * @param height the height of the node to find
 * @param ahead how many of the leaves that follow to read along
 */
record Spot(IndexSchema index, Tuple value, Bytes position, int height, int ahead) {
  static Spot leaf(IndexSchema index, Tuple value, Bytes position) {
    return new Spot(index, value, position, 0, 0);
  }
}
