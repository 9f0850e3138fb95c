package org.portolan.design.key;

import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import org.portolan.types.Tuple;

/** The first key column, an int or long, modulo the range: even load for sequential ids. */
public record ModuloPrefix(int prefixRange) implements KeyLayout {
  public ModuloPrefix {
    Prefixes.checkRange(prefixRange);
  }

  @Override
  public String spelling() {
    return "modulo";
  }

  @Override
  public int over() {
    return 1;
  }

  @Override
  public OptionalInt prefixOf(Tuple key) {
    long id = ((Number) key.get(0)).longValue();
    return OptionalInt.of((int) Math.floorMod(id, (long) prefixRange));
  }

  @Override
  public int prefixFor(Tuple key, String rowText, RandomGenerator random) {
    return prefixOf(key).orElseThrow();
  }
}
