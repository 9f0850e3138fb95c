package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.portolan.migrate.value.Conversion;
import org.portolan.migrate.value.RejectedValueException;
import org.portolan.migrate.value.SqlKind;
import org.portolan.migrate.value.Unfit;
import org.portolan.migrate.value.Unmovable;
import org.portolan.types.Bytes;
import org.portolan.types.ColumnType;

/** Conversions are exact: what goes in comes out again, or is rejected. */
class ConversionTest {
  private static final ZoneId RIGA = ZoneId.of("Europe/Riga");

  private static Conversion of(SqlKind kind, String type) {
    return new Conversion(kind, kind, 10, ColumnType.parse(type), RIGA, false);
  }

  /** Requires that a value becomes another, and comes back as it was. */
  private static void same(SqlKind kind, String type, Object raw, Object expected) {
    assertThat(of(kind, type).isPossible()).isTrue();
    Object value = of(kind, type).toDesign(raw);
    assertThat(value).isEqualTo(expected);
    Object back = of(kind, type).toSql(value);
    assertThat(back).isEqualTo(raw instanceof Unfit unfit ? unfit.text() : raw);
  }

  private static void rejected(SqlKind kind, String type, Object raw, String reason) {
    assertThatThrownBy(() -> of(kind, type).toDesign(raw))
        .isInstanceOf(RejectedValueException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void wholeNumbers_keepTheirRange() {
    same(SqlKind.WHOLE, "int", -7L, -7);
    same(SqlKind.WHOLE, "long", Long.MIN_VALUE, Long.MIN_VALUE);
    same(SqlKind.WHOLE, "text", 7L, "7");
    rejected(SqlKind.WHOLE, "int", 1L << 31, "out of the range of int");
    BigDecimal unsigned = new BigDecimal(BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE));
    same(SqlKind.WHOLE, "decimal(20,0)", unsigned, unsigned);
    same(SqlKind.WHOLE, "text", unsigned, "18446744073709551615");
    rejected(SqlKind.WHOLE, "long", unsigned, "out of the range of long");
    same(SqlKind.WHOLE, "boolean", 1L, true);
    rejected(SqlKind.WHOLE, "boolean", 2L, "neither true nor false");
  }

  @Test
  void decimals_areNeverRounded() {
    same(SqlKind.DECIMAL, "decimal(5,2)", new BigDecimal("1.50"), new BigDecimal("1.50"));
    assertThat(of(SqlKind.DECIMAL, "decimal(5,2)").toDesign(new BigDecimal("1.500")))
        .isEqualTo(new BigDecimal("1.50"));
    rejected(SqlKind.DECIMAL, "decimal(5,2)", new BigDecimal("1.505"), "never rounded");
    rejected(SqlKind.DECIMAL, "decimal(5,2)", new BigDecimal("1000"), "too many digits");
    rejected(SqlKind.DECIMAL, "int", new BigDecimal("1.5"), "no whole number");
    same(SqlKind.DECIMAL, "text", new Unfit("NaN", false), "NaN");
  }

  @Test
  void floats_becomeTheShortestDecimal() {
    same(SqlKind.REAL, "decimal(3,1)", 0.1f, new BigDecimal("0.1"));
    same(SqlKind.DOUBLE, "text", -0.0, "-0.0");
    same(SqlKind.DOUBLE, "text", Double.NaN, "NaN");
    rejected(SqlKind.DOUBLE, "decimal(3,1)", Double.POSITIVE_INFINITY, "no decimal");
    rejected(SqlKind.DOUBLE, "decimal(3,1)", -0.0, "no decimal");
    rejected(SqlKind.DOUBLE, "long", 1e17, "a double holds exactly");
    rejected(SqlKind.DOUBLE, "long", 0.5, "no whole number");
  }

  @Property
  void floats_comeBackToTheBit(@ForAll float real, @ForAll double number) {
    assertThat((Float) of(SqlKind.REAL, "text").toSql(of(SqlKind.REAL, "text").toDesign(real)))
        .isEqualTo(real);
    assertThat(
            (Double) of(SqlKind.DOUBLE, "text").toSql(of(SqlKind.DOUBLE, "text").toDesign(number)))
        .isEqualTo(number);
  }

  @Property
  void longs_comeBack(@ForAll long number) {
    same(SqlKind.WHOLE, "decimal(19,0)", number, BigDecimal.valueOf(number));
    same(SqlKind.WHOLE, "text", number, Long.toString(number));
  }

  @Test
  void times_takeTheZoneOfTheMapping() {
    LocalDateTime noon = LocalDateTime.of(2020, 1, 1, 12, 0);
    same(SqlKind.TIMESTAMP, "timestamp", noon, Instant.parse("2020-01-01T10:00:00Z"));
    same(
        SqlKind.DATE, "timestamp", LocalDate.of(2020, 6, 1), Instant.parse("2020-05-31T21:00:00Z"));
    same(SqlKind.DATE, "text", LocalDate.of(2020, 6, 1), "2020-06-01");
    // The hour that comes twice: the first, and the local time is the same.
    same(
        SqlKind.TIMESTAMP,
        "timestamp",
        LocalDateTime.of(2020, 10, 25, 3, 30),
        Instant.parse("2020-10-25T00:30:00Z"));
    rejected(SqlKind.TIMESTAMP, "timestamp", LocalDateTime.of(2020, 3, 29, 3, 30), "skipped");
    rejected(SqlKind.TIMESTAMP, "timestamp", noon.plusNanos(1), "finer than a microsecond");
    rejected(SqlKind.TIMESTAMP, "timestamp", new Unfit("infinity", false), "no date");
    same(SqlKind.TIMESTAMP, "text", new Unfit("infinity", false), "infinity");
    assertThat(of(SqlKind.DATE, "timestamp").toSql(null)).isNull();
    assertThatThrownBy(() -> of(SqlKind.DATE, "timestamp").toSql(Instant.EPOCH))
        .hasMessageContaining("no whole day");
  }

  @Test
  void datesOfZeros_areRejectedOrNull() {
    Unfit zeros = new Unfit("0000-00-00", true);
    rejected(SqlKind.DATE, "timestamp", zeros, "let zero-dates of the mapping be \"null\"");
    Conversion tolerant =
        new Conversion(
            SqlKind.DATE, SqlKind.DATE, 0, ColumnType.parse("timestamp"), ZoneOffset.UTC, true);
    assertThat(tolerant.toDesign(zeros)).isNull();
    assertThatThrownBy(() -> tolerant.toDesign(new Unfit("infinity", false)))
        .isInstanceOf(RejectedValueException.class);
  }

  @Test
  void textsAndBytes_areValid() {
    same(SqlKind.TEXT, "text", "a\0🎲", "a\0🎲");
    rejected(SqlKind.TEXT, "text", "a\uD83C", "lone surrogate");
    rejected(SqlKind.TEXT, "text", "\uDFB2a", "lone surrogate");
    same(SqlKind.TEXT, "bytes", "é", Bytes.ofHex("c3a9"));
    same(SqlKind.BYTES, "text", Bytes.ofHex("c3a9"), "é");
    rejected(SqlKind.BYTES, "text", Bytes.ofHex("c3"), "not UTF-8");
    rejected(SqlKind.TEXT, "text", new Unmovable("is broken", null), "is broken");
    String uuid = "01234567-89ab-cdef-0123-456789abcdef";
    same(SqlKind.UUID, "bytes", uuid, Bytes.ofHex("0123456789abcdef0123456789abcdef"));
  }

  @Test
  void textsOfNumbers_haveTheFormThatComesBack() {
    same(SqlKind.TEXT, "int", "-7", -7);
    rejected(SqlKind.TEXT, "int", "007", "not in the form of a number, which is 7");
    rejected(SqlKind.TEXT, "int", "x", "is no int");
    rejected(SqlKind.TEXT, "decimal(5,2)", "1.5", "which is 1.50");
    same(SqlKind.TEXT, "timestamp", "2020-01-01T10:00:00Z", Instant.parse("2020-01-01T10:00:00Z"));
    rejected(SqlKind.TEXT, "timestamp", "2020-01-01 10:00:00", "no timestamp such as");
    same(SqlKind.TEXT, "boolean", "true", true);
  }

  @Test
  void bits_areNumbersOrTruth() {
    same(SqlKind.BITS, "int", "1000000001", 513);
    same(SqlKind.BITS, "text", "1000000001", "1000000001");
    assertThat(of(SqlKind.BITS, "long").toDesign("1".repeat(63))).isEqualTo(Long.MAX_VALUE);
    rejected(SqlKind.BITS, "long", "1".repeat(64), "range of long; make the column text");
    Conversion one =
        new Conversion(
            SqlKind.BITS, SqlKind.BITS, 1, ColumnType.parse("boolean"), ZoneOffset.UTC, false);
    assertThat(one.toDesign("1")).isEqualTo(true);
    assertThat(one.toSql(true)).isEqualTo("1");
  }

  @Test
  void setsAndLists_loseNothingUnsaid() {
    same(SqlKind.WORDS, "text", List.of("x", "z"), "x,z");
    same(SqlKind.WORDS, "list of text", List.of("z", "x"), List.of("z", "x"));
    Conversion numbers =
        new Conversion(
            SqlKind.ARRAY, SqlKind.WHOLE, 0, ColumnType.parse("list of int"), RIGA, false);
    assertThat(numbers.isPossible()).isTrue();
    assertThat(numbers.toDesign(List.of(3L, 1L, 3L))).isEqualTo(List.of(3, 1, 3));
    assertThatThrownBy(() -> numbers.toDesign(new ArrayList<>(Arrays.asList(1L, null))))
        .hasMessageContaining("an element is null");
    rejected(SqlKind.WORDS, "set of text", List.of("x", "x"), "there twice");
  }

  @Test
  void whatCannotFit_isKnownBeforehand() {
    assertThat(of(SqlKind.DATE, "int").isPossible()).isFalse();
    assertThat(of(SqlKind.BYTES, "int").isPossible()).isFalse();
    assertThat(of(SqlKind.ARRAY, "text").isPossible()).isFalse();
    assertThat(of(SqlKind.TEXT, "set of text").isPossible()).isFalse();
  }
}
