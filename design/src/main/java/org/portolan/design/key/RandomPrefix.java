package org.portolan.design.key;

import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import org.portolan.types.Tuple;

/** A random number before the key: the load is most even, but there is no look-up by key. */
public record RandomPrefix(int prefixRange) implements KeyLayout {
  public RandomPrefix {
    Prefixes.checkRange(prefixRange);
  }

  @Override
  public String spelling() {
    return "random";
  }

  @Override
  public int over() {
    return 0;
  }

  @Override
  public OptionalInt prefixOf(Tuple key) {
    return OptionalInt.empty();
  }

  @Override
  public int prefixFor(Tuple key, String rowText, RandomGenerator random) {
    return random.nextInt(prefixRange);
  }
}
