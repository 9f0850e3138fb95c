package org.portolan.design.index;

import java.util.List;
import java.util.stream.IntStream;

/** Members spread over k buckets by their hash: Kruber's P_simple. */
public final class HashedPartitions implements Partitioning {
  private final List<Bucket> buckets;

  public HashedPartitions(int partitions) {
    if (partitions < 2 || partitions > BUCKETS_MAX) {
      throw new IllegalArgumentException(
          "hashed(k) must have k from 2 to " + BUCKETS_MAX + " but has " + partitions);
    }
    buckets =
        IntStream.range(0, partitions).mapToObj(number -> Bucket.read(number, partitions)).toList();
  }

  @Override
  public String spelling() {
    return "hashed(" + buckets.size() + ")";
  }

  @Override
  public Bucket home(int memberHash) {
    return buckets.get(Math.floorMod(memberHash, buckets.size()));
  }

  @Override
  public List<Bucket> reads() {
    return buckets;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HashedPartitions hashed && hashed.buckets.equals(buckets);
  }

  @Override
  public int hashCode() {
    return buckets.hashCode();
  }

  @Override
  public String toString() {
    return spelling();
  }
}
