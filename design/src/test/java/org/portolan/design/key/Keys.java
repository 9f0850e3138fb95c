package org.portolan.design.key;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Arbitrary layouts. */
final class Keys {
  private Keys() {}

  static Arbitrary<KeyLayout> prefixed() {
    return Combinators.combine(
            Arbitraries.of("random", "modulo", "md5-modulo", "md5-of-row-modulo"),
            Arbitraries.integers().between(2, 2_000))
        .as(
            (name, range) ->
                switch (name) {
                  case "random" -> new RandomPrefix(range);
                  case "modulo" -> new ModuloPrefix(range);
                  case "md5-modulo" -> new Md5ModuloPrefix(range, 1);
                  default -> new Md5OfRowModuloPrefix(range);
                });
  }

  static Arbitrary<KeyLayout> all() {
    return Arbitraries.oneOf(prefixed(), Arbitraries.just(new PlainKey()));
  }
}
