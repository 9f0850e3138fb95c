package org.portolan.bench.random;

import java.util.random.RandomGenerator;

/**
 * A hot set: the first items get a share of all draws, evenly, and the other items get the rest,
 * evenly.
 *
 * @param itemShare the share of items that are hot, more than 0 and less than 1
 * @param drawShare the share of draws that go to hot items, from 0 to 1
 */
public record Hotspot(double itemShare, double drawShare) implements Distribution {
  public Hotspot {
    if (!(itemShare > 0 && itemShare < 1 && drawShare >= 0 && drawShare <= 1)) {
      throw new IllegalArgumentException(
          "a hotspot must have a share of the items between 0 and 1 and a share of the draws from 0"
              + " to 1, not "
              + itemShare
              + " and "
              + drawShare);
    }
  }

  @Override
  public String text() {
    return "hotspot:" + itemShare + ":" + drawShare;
  }

  @Override
  public Sampler sampler(long universe, RandomGenerator random) {
    return items -> {
      long hot = Math.max(1, (long) (items * itemShare));
      boolean drawHot = random.nextDouble() < drawShare;
      return drawHot || hot == items ? random.nextLong(hot) : random.nextLong(hot, items);
    };
  }
}
