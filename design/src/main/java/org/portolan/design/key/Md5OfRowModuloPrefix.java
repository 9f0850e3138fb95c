package org.portolan.design.key;

import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import org.portolan.types.Tuple;

/**
 * The MD5 of the whole row modulo the range: even load for every kind of key, but no look-up by
 * key.
 */
public record Md5OfRowModuloPrefix(int prefixRange) implements KeyLayout {
  public Md5OfRowModuloPrefix {
    Prefixes.checkRange(prefixRange);
  }

  @Override
  public String spelling() {
    return "md5-of-row-modulo";
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
    return Prefixes.md5Modulo(rowText, prefixRange);
  }
}
