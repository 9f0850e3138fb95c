package org.portolan.design.index;

import java.util.List;

/** All members in one bucket: the cheapest to read, but all writers conflict with each other. */
public record SinglePartition() implements Partitioning {
  private static final Bucket BUCKET = Bucket.read(0, 1);

  @Override
  public String spelling() {
    return "single";
  }

  @Override
  public Bucket home(int memberHash) {
    return BUCKET;
  }

  @Override
  public List<Bucket> reads() {
    return List.of(BUCKET);
  }
}
