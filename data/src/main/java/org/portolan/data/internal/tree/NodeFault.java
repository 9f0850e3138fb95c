package org.portolan.data.internal.tree;

import java.util.List;
import org.portolan.engine.Mutation;

/**
 * A fault of a node.
 *
 * @param loses whether elements may be missing because of it; otherwise the node holds too much
 * @param text the fault, for people
 * @param repair the mutations that make the tree whole again. Entries of an index that are lost are
 *     missing afterwards, until a check adds them.
 * @param displaced the elements that the repair takes out of a node: of a collection, they belong
 *     elsewhere in the tree, unless it has elements with their keys
 */
public record NodeFault(boolean loses, String text, List<Mutation> repair, List<Object> displaced) {
  static NodeFault losing(String text, List<Mutation> repair) {
    return new NodeFault(true, text, repair, List.of());
  }
}
