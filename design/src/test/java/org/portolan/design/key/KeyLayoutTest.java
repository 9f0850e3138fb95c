package org.portolan.design.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.SplittableRandom;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.portolan.types.Tuple;

class KeyLayoutTest {

  /** The numbers are those of the paper's first listing, run in Python. */
  @Test
  void prefixOf_md5Modulo_isThePapersFunction() {
    assertThat(new Md5ModuloPrefix(1_000, 1).prefixOf(Tuple.of(523L))).hasValue(189);
    assertThat(new Md5ModuloPrefix(1_000, 1).prefixOf(Tuple.of("FfCcDd"))).hasValue(496);
  }

  @Test
  void prefixOf_md5ModuloOverLeadingPart_dependsOnThatPartAlone() {
    KeyLayout layout = new Md5ModuloPrefix(1_000, 1);

    assertThat(layout.prefixOf(Tuple.of("Anna", 1L)))
        .isEqualTo(layout.prefixOf(Tuple.of("Anna", 2L)))
        .isNotEqualTo(layout.prefixOf(Tuple.of("Berta", 1L)));
  }

  @Test
  void prefixOf_moduloOfNegativeId_isNotNegative() {
    assertThat(new ModuloPrefix(1_000).prefixOf(Tuple.of(-1L))).hasValue(999);
  }

  @Test
  void constructor_rangeOutOfBounds() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ModuloPrefix(1))
        .withMessage("the prefix range must be from 2 to 1000000 but is 1");
    assertThatIllegalArgumentException().isThrownBy(() -> new RandomPrefix(1_000_001));
  }

  @Property
  void prefixText_orderOfTextIsOrderOfNumbers(
      @ForAll("prefixed") KeyLayout layout, @ForAll int left, @ForAll int right) {
    int one = Math.floorMod(left, layout.prefixRange());
    int other = Math.floorMod(right, layout.prefixRange());

    assertThat(Integer.signum(layout.prefixText(one).compareTo(layout.prefixText(other))))
        .isEqualTo(Integer.compare(one, other));
    assertThat(layout.prefixText(one)).hasSize(layout.prefixDigits());
  }

  @Property
  void prefixesToScan_coverEveryRow(
      @ForAll("all") KeyLayout layout, @ForAll long id, @ForAll String rest, @ForAll long seed) {
    Tuple key = Tuple.of(id, rest);
    int written = layout.prefixFor(key, "row " + id + rest, new SplittableRandom(seed));

    assertThat(layout.prefixesToScan(Tuple.EMPTY)).contains(written);
    assertThat(layout.prefixesToScan(Tuple.of(id))).contains(written);
    assertThat(layout.prefixesToScan(key)).contains(written);
  }

  @Property
  void prefixesToScan_leadingPartGiven_isOne(@ForAll("all") KeyLayout layout, @ForAll long id) {
    Assume.that(layout.answersLookup());

    assertThat(layout.prefixesToScan(Tuple.of(id))).hasSize(1);
  }

  @Property
  void prefixFor_whereLookUpIsAnswered_isThePrefixOfTheKey(
      @ForAll("all") KeyLayout layout, @ForAll long id, @ForAll long seed) {
    Assume.that(layout.answersLookup());
    Tuple key = Tuple.of(id);

    assertThat(layout.prefixOf(key))
        .hasValue(layout.prefixFor(key, "", new SplittableRandom(seed)));
  }

  @Provide
  Arbitrary<KeyLayout> prefixed() {
    return Keys.prefixed();
  }

  @Provide
  Arbitrary<KeyLayout> all() {
    return Keys.all();
  }
}
