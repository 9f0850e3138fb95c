package org.portolan.design.index;

import java.util.List;

/**
 * Members of an index, or items of a collection, in their order in the leaves of a B-tree. A change
 * reads and writes one leaf, and a page of a listing reads one leaf or two, however many members
 * there are. One leaf, the root, holds the members as long as they fit into it. See {@code
 * ARCHITECTURE.md}, Indexes.
 *
 * @param membersMax the most members of a leaf, and the most children of an inner node
 */
public record OrderedTree(int membersMax) implements Partitioning {
  /** The bounds of {@link #membersMax}. */
  public static final int MEMBERS_LEAST = 8;

  public static final int MEMBERS_MOST = 1_000;

  /** The size, in bytes, beyond which a node is split if it has entries enough. */
  public static final int NODE_BYTES_MAX = 64 << 10;

  /**
   * An inner node with fewer children is not split, whatever its size; a leaf needs two entries.
   */
  public static final int SPLIT_LEAST = 8;

  /** The bucket of every root. Ids of other nodes are as long, so no split meets a longer key. */
  public static final Bucket ROOT = new Bucket("root-of-the-tree", false);

  /** The share of a node that its members fill on average, after changes in random order. */
  private static final double FILL = 0.69;

  public OrderedTree {
    if (membersMax < MEMBERS_LEAST || membersMax > MEMBERS_MOST) {
      throw new IllegalArgumentException(
          "tree(n) must have n from "
              + MEMBERS_LEAST
              + " to "
              + MEMBERS_MOST
              + " but has "
              + membersMax);
    }
  }

  @Override
  public String spelling() {
    return "tree(" + membersMax + ")";
  }

  @Override
  public Bucket home(int memberHash) {
    return ROOT;
  }

  /** Returns the root alone: the other nodes follow from its content. */
  @Override
  public List<Bucket> reads() {
    return List.of(ROOT);
  }

  /** Returns how many members a leaf holds if a value has {@code members}, on average. */
  double membersOfLeaf(double members) {
    return members <= membersMax ? members : FILL * membersMax;
  }

  /** Returns how many leaves a value with {@code members} has, on average. */
  double leaves(double members) {
    return members <= membersMax ? 1 : Math.ceil(members / membersOfLeaf(members));
  }
}
