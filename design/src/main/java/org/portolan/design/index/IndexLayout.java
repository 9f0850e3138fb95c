package org.portolan.design.index;

/**
 * The layout of the members of one indexed value: as cells or as an object, in one partition or
 * several. The data layer gets from here the buckets to write and to read, and the advisor gets
 * their cost, so the two cannot disagree. Immutable.
 */
public record IndexLayout(Representation representation, Partitioning partitioning) {

  /**
   * The layout of unique indexes: each value has a row, which holds the key of its only member. No
   * file spells it, since {@code unique: true} says it.
   */
  public static final IndexLayout UNIQUE =
      new IndexLayout(Representation.ROW, new SinglePartition());

  /** The layout that a file leaves to the engine altogether: {@code single}. */
  public static final IndexLayout UNSTATED =
      new IndexLayout(Representation.PORTABLE, new SinglePartition());

  /**
   * Makes a layout.
   *
   * @throws IllegalArgumentException if a partitioning of objects is left to the engine, or a
   *     unique index has more than one row for a value
   */
  public IndexLayout {
    if (representation == Representation.ROW && !(partitioning instanceof SinglePartition)) {
      throw new IllegalArgumentException("a unique index has one row for each value");
    }
    if (representation == Representation.PORTABLE
        && (partitioning instanceof OrderedTree || partitioning.deltaBuckets() > 0)) {
      throw new IllegalArgumentException(partitioning.spelling() + " is for objects only");
    }
  }

  /** Returns the layout as {@code design.yaml} spells it, for example {@code object hashed(50)}. */
  public String spelling() {
    if (representation == Representation.ROW) {
      return "unique";
    }
    return (representation.spelling() + " " + partitioning.spelling()).stripLeading();
  }

  /**
   * Returns the cost of this layout for an index with the given profile.
   *
   * @throws IllegalStateException if the representation is left to the engine
   */
  public IndexCost cost(IndexProfile profile) {
    if (representation == Representation.PORTABLE) {
      throw new IllegalStateException("the cost of '" + spelling() + "' depends on the engine");
    }
    if (representation == Representation.ROW) {
      double bytes = profile.memberBytes();
      return new IndexCost(bytes, bytes, 1, 1, bytes);
    }
    if (partitioning instanceof OrderedTree tree) {
      double leafBytes = tree.membersOfLeaf(profile.members()) * profile.memberBytes();
      double leaves = tree.leaves(profile.members());
      return new IndexCost(
          leafBytes,
          leafBytes + profile.memberBytes(),
          leaves,
          (int) leaves,
          profile.members() * profile.memberBytes());
    }
    double membersPerBucket = profile.members() / partitioning.readBuckets();
    double deltaMembers = partitioning.deltaBuckets() == 0 ? 0 : profile.unmergedMembers();
    double bytesRead = (profile.members() + deltaMembers) * profile.memberBytes();
    if (representation == Representation.CELLS) {
      return new IndexCost(
          0,
          profile.memberBytes(),
          Double.POSITIVE_INFINITY,
          partitioning.reads().size(),
          bytesRead);
    }
    double bytesPerWrite =
        (partitioning.deltaBuckets() == 0
                ? membersPerBucket
                : deltaMembers / partitioning.deltaBuckets())
            * profile.memberBytes();
    return new IndexCost(
        bytesPerWrite,
        bytesPerWrite + profile.memberBytes(),
        partitioning.writeConcurrency(),
        partitioning.reads().size(),
        bytesRead);
  }
}
