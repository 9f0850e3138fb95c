package org.portolan.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValuesTest {
  private static final Column LINKS = new Column("links", ColumnType.parse("set of text"));
  private static final Column SIZES = new Column("sizes", ColumnType.parse("list of int"));

  @Test
  void check_set_ascendsAndCannotBeChanged() {
    Object checked = Values.check(LINKS, Set.of("b", "\uFFFD", "😀", "a", "B"));

    assertThat(((Collection<?>) checked).toArray()).containsExactly("B", "a", "b", "\uFFFD", "😀");
    assertThat(checked).isEqualTo(Set.of("b", "\uFFFD", "😀", "a", "B"));
    assertThat(((Set<?>) checked).contains("😀")).isTrue();
    assertThat(((Set<?>) checked).contains("c")).isFalse();
    assertThat(((Set<?>) checked).contains(7)).isFalse();
    assertThatThrownBy(() -> ((Set<?>) checked).clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThat(Values.check(LINKS, checked)).isSameAs(checked);
  }

  @Test
  void check_list_isApartFromTheCallersList() {
    List<Integer> mine = new ArrayList<>(List.of(2, 1, 2));
    Object checked = Values.check(SIZES, mine);
    mine.add(3);
    assertThat(checked).isEqualTo(List.of(2, 1, 2));
  }

  @Test
  void check_wrongClass_namesColumnAndWhatIsRight() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Values.check(LINKS, List.of("a")))
        .withMessageContaining("column 'links' is set of text and takes a java.util.Set")
        .withMessageEndingWith("[a]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Values.check(SIZES, List.of(1L)))
        .withMessage(
            "column 'sizes' holds values of type int and takes a java.lang.Integer, not the"
                + " java.lang.Long 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Values.check(SIZES, Arrays.asList(1, null)))
        .withMessageEndingWith("not null");
  }

  @Test
  void check_valueOutOfRange_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Values.check(new Column("time", ScalarType.TIMESTAMP), Instant.ofEpochSecond(1, 1)))
        .withMessageContaining("column 'time'");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Values.check(new Column("price", ScalarType.decimal(3, 1)), new BigDecimal("1.25")))
        .withMessageContaining("column 'price'");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Values.check(new Column("text", ScalarType.COMPRESSED_TEXT), "\uDC00"))
        .withMessageContaining("column 'text'");
  }

  @Test
  void render_eachType_givesCanonicalText() {
    assertThat(Values.render(ScalarType.TEXT, "Été")).isEqualTo("Été");
    assertThat(Values.render(ScalarType.INT, -3)).isEqualTo("-3");
    assertThat(Values.render(ScalarType.decimal(12, 10), new BigDecimal("0.0000000001")))
        .isEqualTo("0.0000000001");
    assertThat(Values.render(ScalarType.TIMESTAMP, Instant.ofEpochSecond(1, 1000)))
        .isEqualTo("1970-01-01T00:00:01.000001Z");
    assertThat(Values.render(ScalarType.BYTES, Bytes.ofHex("00ff"))).isEqualTo("00ff");
    assertThat(Values.render(LINKS.type(), Values.check(LINKS, Set.of("b", "a\"\n\\"))))
        .isEqualTo("{\"a\\\"\\n\\\\\", \"b\"}");
    assertThat(Values.render(SIZES.type(), List.of(2, 1))).isEqualTo("[2, 1]");
    assertThat(Values.render(SIZES.type(), null)).isEqualTo("null");
  }

  @ParameterizedTest
  @CsvSource({
    "int, 2147483648, a whole number from -2147483648 to 2147483647",
    "long, 1.5, a whole number from",
    "'decimal(5,2)', 1.234, 'a number of at most 5 digits, 2 of them decimal places'",
    "'decimal(5,2)', 1000, a number of at most 5 digits",
    "'decimal(5,2)', 1e999999999, a number of at most 5 digits",
    "boolean, yes, true or false",
    "timestamp, yesterday, a time like 2007-09-30T12:00:00.000001Z",
    "timestamp, 2007-09-30T12:00:00.0000001Z, not finer than a microsecond",
    "bytes, 0g, an even number of hexadecimal digits",
  })
  void parse_textOfNoValue_saysWhatIsRight(String type, String text, String right) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Values.parse(ScalarType.parse(type), text))
        .withMessageStartingWith("'" + text + "' is no " + type + "; write ")
        .withMessageContaining(right);
  }

  @Test
  void parse_decimalWithFewerPlaces_getsTheScale() {
    assertThat(Values.parse(ScalarType.decimal(5, 2), "7")).isEqualTo(new BigDecimal("7.00"));
  }

  @Test
  void parse_longestDecimal_isRead() {
    String text = "-0." + "9".repeat(ScalarType.PRECISION_MAX);
    ScalarType type = ScalarType.decimal(ScalarType.PRECISION_MAX, ScalarType.PRECISION_MAX);
    assertThat(Values.parse(type, text)).isEqualTo(new BigDecimal(text));
  }

  /** A type and a value of it. */
  record Typed(ScalarType type, Object value) {}

  @Provide
  Arbitrary<Typed> typedValues() {
    return Generators.scalarTypes()
        .flatMap(type -> Generators.scalars(type).map(value -> new Typed(type, value)));
  }

  @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE)
  void parse_rendered_isTheValue(@ForAll("typedValues") Typed typed) {
    String text = Values.render(typed.type, typed.value);
    assertThat(Values.parse(typed.type, text)).isEqualTo(typed.value);
  }
}
