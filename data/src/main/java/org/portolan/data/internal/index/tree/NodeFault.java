package org.portolan.data.internal.index.tree;

import java.util.List;
import org.portolan.engine.Mutation;

/**
 * A fault of a node.
 *
 * @param loses whether members may be missing because of it; otherwise the node holds too much
 * @param text the fault, for people
 * @param repair the mutations that make the tree whole again. Entries that are lost are missing
 *     afterwards, until a check adds them.
 */
public record NodeFault(boolean loses, String text, List<Mutation> repair) {}
