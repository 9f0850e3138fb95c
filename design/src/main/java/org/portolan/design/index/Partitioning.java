package org.portolan.design.index;

import java.util.List;
import java.util.Optional;

/**
 * How the members of one indexed value are spread over buckets, each a row of its own. A member's
 * hash decides its buckets, so that all changes of one member meet in the same one and keep their
 * order. Immutable.
 */
public sealed interface Partitioning permits SinglePartition, HashedPartitions, ReadDeltaBuckets {

  /** The most buckets of either kind. */
  int BUCKETS_MAX = 10_000;

  /** Returns the partitioning as {@code design.yaml} spells it, for example {@code hashed(5)}. */
  String spelling();

  /** Returns how many buckets hold members. */
  int readBuckets();

  /** Returns how many buckets log changes; 0 if changes go to the read buckets at once. */
  int deltaBuckets();

  /** Returns the bucket to which a change of the member with this hash goes. */
  Bucket write(int memberHash);

  /** Returns the read bucket in which a member with this hash lies, once merged. */
  Bucket home(int memberHash);

  /** Returns all buckets, those of the members first: what a read of the whole list reads. */
  List<Bucket> reads();

  /** Returns how many writers of different members can at best work without meeting. */
  default int writeConcurrency() {
    return deltaBuckets() == 0 ? readBuckets() : deltaBuckets();
  }

  /**
   * Says whether a member stands in the list, given what its two buckets say: the change logged in
   * its delta bucket, if there is one, is newer than its read bucket.
   *
   * @param inReadBucket whether its read bucket holds it
   * @param logged the change in its delta bucket: true added, false removed
   */
  static boolean merge(boolean inReadBucket, Optional<Boolean> logged) {
    return logged.orElse(inReadBucket);
  }
}
