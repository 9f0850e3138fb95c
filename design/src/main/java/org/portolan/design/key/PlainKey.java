package org.portolan.design.key;

import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import org.portolan.types.Tuple;

/** The key as it is. Neighbours stay neighbours, but ascending keys all load the last region. */
public record PlainKey() implements KeyLayout {
  @Override
  public String spelling() {
    return "plain";
  }

  @Override
  public int prefixRange() {
    return 1;
  }

  @Override
  public int over() {
    return 0;
  }

  @Override
  public OptionalInt prefixOf(Tuple key) {
    return OptionalInt.of(0);
  }

  @Override
  public int prefixFor(Tuple key, String rowText, RandomGenerator random) {
    return 0;
  }
}
