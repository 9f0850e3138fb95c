package org.portolan.data.internal.index;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.access.ReadOrder;
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
 * the draw is among the members of all small buckets, with equal chances.
 */
public final class RandomMembers {
  /** If a bucket has at least this many members, the draw reads no other read bucket. */
  static final int ENOUGH = 64;

  /** The most cells of a bucket that are read; members beyond them are never drawn. */
  private static final int CELLS_MAX = 10_000;

  private RandomMembers() {}

  /**
   * Returns the key of the row of a random member; empty if there is no member.
   *
   * @param value as it is stored
   */
  public static Optional<Tuple> draw(
      Access access, IndexSchema index, Tuple value, RandomGenerator random) {
    if (index.tree().isPresent()) {
      return TreeRandom.element(access, index.tree().get(), value, random)
          .map(element -> member(index, element).key());
    }
    if (index.claims().isPresent()) {
      return ClaimReads.member(access, index, value).map(Member::key);
    }
    Partitioning partitioning = index.partitioning();
    boolean manyBuckets = partitioning.readBuckets() > 1;
    if (manyBuckets) {
      List<Bucket> buckets = partitioning.sharing(random.nextInt(partitioning.readBuckets()));
      List<?> elements = elements(access, index, value, buckets);
      if (elements.size() >= ENOUGH && index.hasDeltas()) {
        // A delta bucket also logs members of other read buckets.
        elements =
            elements.stream()
                .filter(element -> home(index, element).equals(buckets.get(0)))
                .toList();
      }
      if (elements.size() >= ENOUGH) {
        return Optional.of(chosen(index, elements, random));
      }
    }
    List<?> all = elements(access, index, value, partitioning.reads());
    List<?> elements = manyBuckets ? ofSmallBuckets(index, all) : all;
    return elements.isEmpty() ? Optional.empty() : Optional.of(chosen(index, elements, random));
  }

  /**
   * Returns the elements that no draw from a single bucket gives. The others must have no chance
   * here: they would take it from these, which only the choice of a small bucket can give. If a
   * bucket has grown since it was read, all are returned.
   */
  private static List<?> ofSmallBuckets(IndexSchema index, List<?> elements) {
    Map<Bucket, List<Object>> byHome =
        elements.stream().collect(Collectors.groupingBy(element -> home(index, element)));
    List<?> small =
        byHome.values().stream()
            .filter(ofHome -> ofHome.size() < ENOUGH)
            .flatMap(List::stream)
            .toList();
    return small.isEmpty() ? elements : small;
  }

  private static Tuple chosen(IndexSchema index, List<?> elements, RandomGenerator random) {
    return member(index, elements.get(random.nextInt(elements.size()))).key();
  }

  private static Bucket home(IndexSchema index, Object element) {
    return index.partitioning().home(index.hash(member(index, element).member()));
  }

  private static List<?> elements(
      Access access, IndexSchema index, Tuple value, List<Bucket> buckets) {
    if (!index.cells()) {
      return IndexReads.elements(access, index, value, buckets);
    }
    ReadOrder order = new ReadOrder(index.memberCodec(), false);
    return IndexReads.readCells(access, index, value, buckets, KeyRange.ALL, order, CELLS_MAX)
        .members();
  }

  private static Member member(IndexSchema index, Object element) {
    return element instanceof Found found
        ? IndexReads.member(index, found)
        : IndexReads.member(index, element);
  }
}
