package org.portolan.design.index;

import java.util.List;
import java.util.Optional;

/**
 * How the members of one indexed value are spread over buckets. Each bucket is a separate row. A
 * member's hash decides its buckets, so all changes of one member go to the same bucket and keep
 * their order. In an {@link OrderedTree}, the member's place in the order decides instead.
 * Immutable.
 */
public sealed interface Partitioning
    permits SinglePartition, HashedPartitions, ReadDeltaBuckets, OrderedTree {

  /** The most buckets of either kind. */
  int BUCKETS_MAX = 10_000;

  /** Returns the partitioning as {@code design.yaml} spells it, for example {@code hashed(5)}. */
  String spelling();

  /** Returns how many buckets hold members. */
  default int readBuckets() {
    return reads().size() - deltaBuckets();
  }

  /** Returns how many buckets log changes; 0 if changes go to the read buckets at once. */
  default int deltaBuckets() {
    return 0;
  }

  /** Returns the bucket to which a change of the member with this hash goes. */
  default Bucket write(int memberHash) {
    return home(memberHash);
  }

  /** Returns the read bucket of a member with this hash, once it is merged. */
  Bucket home(int memberHash);

  /** Returns all buckets that a read of the whole list reads, the read buckets first. */
  List<Bucket> reads();

  /**
   * Returns a read bucket and, after it, the delta buckets that may log changes of its members.
   *
   * @param number the number of the read bucket, from 0
   */
  default List<Bucket> sharing(int number) {
    return List.of(reads().get(number));
  }

  /**
   * Returns the largest number of writers of different members that can work without a conflict.
   */
  default int writeConcurrency() {
    return deltaBuckets() == 0 ? readBuckets() : deltaBuckets();
  }

  /**
   * Returns whether a member is in the list, given the contents of its two buckets: the change
   * logged in its delta bucket, if there is one, is newer than its read bucket.
   *
   * @param inReadBucket whether its read bucket holds it
   * @param logged the change in its delta bucket: true added, false removed
   */
  static boolean merge(boolean inReadBucket, Optional<Boolean> logged) {
    return logged.orElse(inReadBucket);
  }
}
