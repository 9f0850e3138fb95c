package org.portolan.design.index;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Members in r read buckets, changes logged in d delta buckets and merged back from time to time:
 * Kruber's P_rd-buckets, after log-structured merge trees. The size of a read and the number of
 * writers without a conflict can be chosen independently.
 */
public final class ReadDeltaBuckets implements Partitioning {
  private final List<Bucket> readBuckets;
  private final List<Bucket> deltaBuckets;
  private final List<Bucket> all;

  public ReadDeltaBuckets(int readBuckets, int deltaBuckets) {
    if (readBuckets < 1
        || readBuckets > BUCKETS_MAX
        || deltaBuckets < 1
        || deltaBuckets > BUCKETS_MAX) {
      throw new IllegalArgumentException(
          "read-delta(r, d) must have r and d from 1 to "
              + BUCKETS_MAX
              + " but has "
              + readBuckets
              + " and "
              + deltaBuckets);
    }
    this.readBuckets =
        IntStream.range(0, readBuckets).mapToObj(n -> Bucket.read(n, readBuckets)).toList();
    this.deltaBuckets =
        IntStream.range(0, deltaBuckets).mapToObj(n -> Bucket.delta(n, deltaBuckets)).toList();
    this.all = Stream.concat(this.readBuckets.stream(), this.deltaBuckets.stream()).toList();
  }

  @Override
  public String spelling() {
    return "read-delta(" + readBuckets.size() + ", " + deltaBuckets.size() + ")";
  }

  @Override
  public int deltaBuckets() {
    return deltaBuckets.size();
  }

  @Override
  public Bucket write(int memberHash) {
    return deltaBuckets.get(Math.floorMod(memberHash, deltaBuckets.size()));
  }

  @Override
  public Bucket home(int memberHash) {
    return readBuckets.get(Math.floorMod(memberHash, readBuckets.size()));
  }

  @Override
  public List<Bucket> reads() {
    return all;
  }

  /**
   * As declared. A hash that is {@code number} modulo r and n modulo d agrees with both modulo
   * their greatest common divisor, so other delta buckets log no member of this read bucket.
   */
  @Override
  public List<Bucket> sharing(int number) {
    int divisor =
        BigInteger.valueOf(readBuckets.size())
            .gcd(BigInteger.valueOf(deltaBuckets.size()))
            .intValue();
    List<Bucket> sharing = new ArrayList<>();
    sharing.add(readBuckets.get(number));
    for (int delta = number % divisor; delta < deltaBuckets.size(); delta += divisor) {
      sharing.add(deltaBuckets.get(delta));
    }
    return sharing;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ReadDeltaBuckets buckets && buckets.all.equals(all);
  }

  @Override
  public int hashCode() {
    return all.hashCode();
  }

  @Override
  public String toString() {
    return spelling();
  }
}
