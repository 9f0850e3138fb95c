package org.portolan.data.internal.tree;

/** The side on which a node has grown; it decides how full its pieces are when it is split. */
enum Growth {
  /** At its end, as by a load in the order of the members: full pieces, the rest in the last. */
  AT_END,
  /** At its beginning: full pieces, the rest in the first. */
  AT_START,
  /** Anywhere: equal pieces, with room in each. */
  ANYWHERE
}
