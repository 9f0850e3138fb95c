package org.portolan.data.internal.index;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.index.BucketReads.Found;
import org.portolan.data.internal.index.IndexReads.Member;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.tree.TreeRandom;
import org.portolan.design.index.Bucket;
import org.portolan.design.index.Partitioning;
import org.portolan.engine.KeyRange;
import org.portolan.types.Tuple;

/**
 * Draws a random member: one of a random read bucket and of the changes that are logged for it, in
 * one round trip. A member's hash decides its bucket, so large buckets have about the same number
 * of members, and each member about the same chance. Small buckets may differ by a multiple; then
 * the list is small, all of it is read, and the chances are equal.
 */
public final class RandomMembers {
  /** If a bucket has at least this many members, the draw reads no other read bucket. */
  static final int ENOUGH = 64;

  /** The most cells of a bucket that are read; members beyond them are never drawn. */
  private static final int CELLS_MAX = 10_000;

  /** How often a bucket is drawn from before the whole list is read. */
  private static final int DRAWS_MAX = 20;

  private RandomMembers() {}

  /** Returns the key of the row of a random member; empty if there is no member. */
  public static Optional<Tuple> draw(
      Access access, IndexSchema index, Tuple value, RandomGenerator random) {
    if (index.tree().isPresent()) {
      return TreeRandom.element(access, index.tree().get(), value, random)
          .map(element -> member(index, element).key());
    }
    Partitioning partitioning = index.partitioning();
    if (partitioning.readBuckets() > 1) {
      List<Bucket> buckets = partitioning.sharing(random.nextInt(partitioning.readBuckets()));
      List<?> elements = elements(access, index, value, buckets);
      for (int draw = 0; draw < DRAWS_MAX && elements.size() >= ENOUGH; draw++) {
        Member member = member(index, elements.get(random.nextInt(elements.size())));
        // A delta bucket also logs members of other read buckets.
        if (!index.hasDeltas()
            || partitioning.home(index.hash(member.member())).equals(buckets.get(0))) {
          return Optional.of(member.key());
        }
      }
    }
    List<?> elements = elements(access, index, value, partitioning.reads());
    return elements.isEmpty()
        ? Optional.empty()
        : Optional.of(member(index, elements.get(random.nextInt(elements.size()))).key());
  }

  private static List<?> elements(
      Access access, IndexSchema index, Tuple value, List<Bucket> buckets) {
    return index.cells()
        ? IndexReads.readCells(access, index, value, buckets, KeyRange.ALL, CELLS_MAX).members()
        : IndexReads.elements(access, index, value, buckets);
  }

  private static Member member(IndexSchema index, Object element) {
    return element instanceof Found found
        ? IndexReads.member(index, found)
        : IndexReads.member(index, element);
  }
}
