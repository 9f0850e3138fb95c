package org.portolan.bench.random;

import java.util.random.RandomGenerator;

/** Every item as often as every other. */
public record Uniform() implements Distribution {
  @Override
  public String text() {
    return "uniform";
  }

  @Override
  public Sampler sampler(long universe, RandomGenerator random) {
    return random::nextLong;
  }
}
