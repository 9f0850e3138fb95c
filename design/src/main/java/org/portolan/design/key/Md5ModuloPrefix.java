package org.portolan.design.key;

import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import org.portolan.types.Tuple;

/**
 * The MD5 of the first {@code over} key columns modulo the range: even load for keys of any type,
 * with look-up by key. If the prefix uses only some of the key columns, rows that agree in them
 * stay together: all events of a user.
 */
public record Md5ModuloPrefix(int prefixRange, int over) implements KeyLayout {
  public Md5ModuloPrefix {
    Prefixes.checkRange(prefixRange);
    if (over < 1) {
      throw new IllegalArgumentException("the prefix must be made from at least one key column");
    }
  }

  @Override
  public String spelling() {
    return "md5-modulo";
  }

  @Override
  public OptionalInt prefixOf(Tuple key) {
    return OptionalInt.of(Prefixes.md5Modulo(Prefixes.text(key.slice(0, over)), prefixRange));
  }

  @Override
  public int prefixFor(Tuple key, String rowText, RandomGenerator random) {
    return prefixOf(key).orElseThrow();
  }
}
