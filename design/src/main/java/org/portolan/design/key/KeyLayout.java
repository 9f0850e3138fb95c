package org.portolan.design.key;

import java.util.List;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.portolan.types.Tuple;

/**
 * How the key of a row becomes its row key: as in Zdravevski 2016, a number before the key spreads
 * neighbouring keys over regions. The prefix is written in decimal with leading zeros, so that the
 * order of its characters, of its bytes and of its numbers is the same. Immutable.
 */
public sealed interface KeyLayout
    permits PlainKey, RandomPrefix, ModuloPrefix, Md5ModuloPrefix, Md5OfRowModuloPrefix {

  /** The largest prefix range: prefixes then have six digits. */
  int PREFIX_RANGE_MAX = 1_000_000;

  /** Returns the name that {@code design.yaml} uses, for example {@code md5-modulo}. */
  String spelling();

  /** Returns how many prefixes there are; 1 for the plain key, which has none. */
  int prefixRange();

  /**
   * Returns the number of leading key columns from which the prefix is made; rows that agree in
   * them are neighbours. It is the number of all key columns if the prefix is made from the whole
   * key, and 0 if from none.
   */
  int over();

  /**
   * Returns the prefix of a key if the prefix follows from the key alone: then one read looks up a
   * row.
   *
   * @param key at least the columns of {@link #over}
   * @return empty for the layouts whose prefix is random or made from the whole row
   */
  OptionalInt prefixOf(Tuple key);

  /**
   * Chooses the prefix for a row that is being written.
   *
   * @param rowText the row's values as text, used only by {@link Md5OfRowModuloPrefix}
   * @param random used only by {@link RandomPrefix}
   */
  int prefixFor(Tuple key, String rowText, RandomGenerator random);

  /** Whether a row can be looked up by its key with one read. */
  default boolean answersLookup() {
    return prefixRange() == 1 || over() > 0;
  }

  /**
   * Returns the prefixes that rows of an ordered range scan can have: read one range for each, and
   * merge them by key.
   *
   * @param leading the key columns that all keys of the range have in common
   */
  default List<Integer> prefixesToScan(Tuple leading) {
    if (over() > 0 && leading.size() >= over()) {
      return List.of(prefixOf(leading).orElseThrow());
    }
    return IntStream.range(0, prefixRange()).boxed().toList();
  }

  /** Returns the number of digits of a prefix. */
  default int prefixDigits() {
    return Integer.toString(prefixRange() - 1).length();
  }

  /** Returns a prefix as text in the row key, for example {@code 042}. */
  default String prefixText(int prefix) {
    String digits = Integer.toString(prefix);
    return "0".repeat(prefixDigits() - digits.length()) + digits;
  }
}
