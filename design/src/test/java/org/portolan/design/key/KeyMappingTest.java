package org.portolan.design.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.portolan.types.Collation;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

class KeyMappingTest {
  private static final List<KeyColumn> ID_AND_NAME =
      List.of(
          KeyColumn.of("id", ScalarType.LONG),
          KeyColumn.of("name", ScalarType.TEXT)
              .collatedBy(Collation.ACCENT_AND_CASE_INSENSITIVE)
              .allowingNull());
  private static final Map<String, Integer> PADDING = Map.of("id", 10);

  @Property
  void key_ofRowKey_isTheKey(
      @ForAll("all") KeyLayout layout,
      @ForAll @LongRange(min = 0, max = 9_999_999_999L) long id,
      @ForAll @AlphaChars String name,
      @ForAll boolean nameIsNull,
      @ForAll long seed) {
    KeyMapping mapping = new KeyMapping(ID_AND_NAME, layout, PADDING);
    Tuple key = Tuple.of(id, nameIsNull ? null : name);
    Tuple rowKey = mapping.rowKeyFor(key, "row", new SplittableRandom(seed));

    assertThat(rowKey.size()).isEqualTo(mapping.rowKeyColumns().size());
    assertThat(mapping.key(mapping.behindPrefix(rowKey), mapping.originals(key))).isEqualTo(key);
  }

  @Property
  void rowKey_whereLookUpIsAnswered_isWhereTheRowWasWritten(
      @ForAll("all") KeyLayout layout,
      @ForAll @LongRange(min = 0, max = 9_999_999_999L) long id,
      @ForAll @AlphaChars String name,
      @ForAll long seed) {
    Assume.that(layout.answersLookup());
    KeyMapping mapping = new KeyMapping(ID_AND_NAME, layout, PADDING);
    Tuple key = Tuple.of(id, name);

    assertThat(mapping.rowKey(key))
        .isEqualTo(mapping.rowKeyFor(key, "row", new SplittableRandom(seed)));
  }

  @Property
  void rowKey_padded_orderOfTextIsOrderOfNumbers(
      @ForAll @LongRange(min = 0, max = 9_999_999_999L) long left,
      @ForAll @LongRange(min = 0, max = 9_999_999_999L) long right) {
    KeyMapping mapping =
        new KeyMapping(List.of(KeyColumn.of("id", ScalarType.LONG)), new PlainKey(), PADDING);

    assertThat(
            Integer.signum(
                mapping
                    .rowKey(Tuple.of(left))
                    .text(0)
                    .compareTo(mapping.rowKey(Tuple.of(right)).text(0))))
        .isEqualTo(Long.compare(left, right));
  }

  /** Keys that the collation treats as equal must find one row, so they need the same prefix. */
  @Test
  void rowKey_keysAlikeUnderTheCollation_areOneUnderEveryLayout() {
    List<KeyColumn> key =
        List.of(
            KeyColumn.of("title", ScalarType.TEXT)
                .collatedBy(Collation.ACCENT_AND_CASE_INSENSITIVE));
    KeyMapping mapping = new KeyMapping(key, new Md5ModuloPrefix(1_000, 1), Map.of());

    assertThat(mapping.rowKey(Tuple.of("Café"))).isEqualTo(mapping.rowKey(Tuple.of("CAFE")));
    assertThat(mapping.prefixesToScan(Tuple.of("Café")))
        .isEqualTo(mapping.prefixesToScan(Tuple.of("CAFE")))
        .hasSize(1);
  }

  @Test
  void rowKey_valueThatTheColumnDoesNotTake_namesTheColumn() {
    KeyColumn title =
        KeyColumn.of("title", ScalarType.TEXT).collatedBy(Collation.ACCENT_AND_CASE_INSENSITIVE);
    KeyColumn number = KeyColumn.of("number", ScalarType.LONG);
    for (KeyLayout layout : List.of(new PlainKey(), new Md5ModuloPrefix(1_000, 1))) {
      KeyMapping mapping = new KeyMapping(List.of(title, number), layout, Map.of("number", 10));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> mapping.rowKey(Tuple.of(1, 2L)))
          .withMessage(
              "column 'title' holds values of type text and takes a java.lang.String, not the"
                  + " java.lang.Integer 1");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> mapping.rowKey(Tuple.of(null, 2L)))
          .withMessage("key column 'title' of type text must not be null");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> mapping.rowKey(Tuple.of("A", "b")))
          .withMessageStartingWith("column 'number' holds values of type long");
    }
  }

  @Test
  void rowKey_paddedToPrefixAndDigits() {
    KeyMapping mapping =
        new KeyMapping(
            List.of(KeyColumn.of("id", ScalarType.LONG)), new ModuloPrefix(1_000), PADDING);

    assertThat(mapping.rowKey(Tuple.of(42L))).isEqualTo(Tuple.of("042", "0000000042"));
  }

  @Test
  void rowKey_numberThatDoesNotFitItsDigits() {
    KeyMapping mapping =
        new KeyMapping(
            List.of(KeyColumn.of("id", ScalarType.LONG)), new PlainKey(), Map.of("id", 2));

    assertThatIllegalArgumentException().isThrownBy(() -> mapping.rowKey(Tuple.of(100L)));
    assertThatIllegalArgumentException().isThrownBy(() -> mapping.rowKey(Tuple.of(-1L)));
  }

  @Test
  void rowKey_layoutWithoutLookUp() {
    KeyMapping mapping =
        new KeyMapping(
            List.of(KeyColumn.of("id", ScalarType.LONG)), new RandomPrefix(10), Map.of());

    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> mapping.rowKey(Tuple.of(1L)))
        .withMessageContaining("scan for it");
  }

  @Provide
  Arbitrary<KeyLayout> all() {
    return Keys.all();
  }
}
