package org.portolan.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Exact bytes: the format on disk must not change unnoticed. */
class KeyCodecTest {
  private static final KeyColumn TEXT = KeyColumn.of("title", ScalarType.TEXT);
  private static final KeyColumn INT = KeyColumn.of("namespace", ScalarType.INT);
  private static final KeyColumn LONG = KeyColumn.of("id", ScalarType.LONG);
  private static final KeyColumn BOOLEAN = KeyColumn.of("minor", ScalarType.BOOLEAN);
  private static final KeyColumn TIME = KeyColumn.of("time", ScalarType.TIMESTAMP);
  private static final KeyColumn PRICE = KeyColumn.of("price", ScalarType.decimal(5, 2));
  private static final KeyColumn WIDE = KeyColumn.of("wide", ScalarType.decimal(20, 0));
  private static final KeyColumn BYTES = KeyColumn.of("digest", ScalarType.BYTES);

  static Object[] golden() {
    return new Object[] {
      row("", KeyCodec.of(), Tuple.EMPTY),
      row("4d61696e00", KeyCodec.of(TEXT), Tuple.of("Main")),
      row("00", KeyCodec.of(TEXT), Tuple.of("")),
      row("610102010161 00", KeyCodec.of(TEXT), Tuple.of("a\1\0a")),
      row("c3a9010161010202f09f9880ef bfbd00", KeyCodec.of(TEXT), Tuple.of("é\0a\1\2😀\uFFFD")),
      row("b29e9691ff", KeyCodec.of(TEXT.descending()), Tuple.of("Main")),
      row("fefeff", KeyCodec.of(TEXT.descending()), Tuple.of("\0")),
      row("80000000", KeyCodec.of(INT), Tuple.of(0)),
      row("7fffffff", KeyCodec.of(INT), Tuple.of(-1)),
      row("8000000a", KeyCodec.of(INT), Tuple.of(10)),
      row("7ffffff5", KeyCodec.of(INT.descending()), Tuple.of(10)),
      row("8000000000000017", KeyCodec.of(LONG), Tuple.of(23L)),
      row("0000000000000000", KeyCodec.of(LONG), Tuple.of(Long.MIN_VALUE)),
      row("00", KeyCodec.of(BOOLEAN), Tuple.of(false)),
      row("fe", KeyCodec.of(BOOLEAN.descending()), Tuple.of(true)),
      row(
          "80000000000f4241",
          KeyCodec.of(TIME),
          Tuple.of(Instant.parse("1970-01-01T00:00:01.000001Z"))),
      row(
          "7fffffffffffffff",
          KeyCodec.of(TIME),
          Tuple.of(Instant.parse("1969-12-31T23:59:59.999999Z"))),
      row("803039", KeyCodec.of(PRICE), Tuple.of(new BigDecimal("123.45"))),
      row("7fffff", KeyCodec.of(PRICE), Tuple.of(new BigDecimal("-0.01"))),
      row("800000000000000001", KeyCodec.of(WIDE), Tuple.of(BigDecimal.ONE)),
      row("ff0101010200", KeyCodec.of(BYTES), Tuple.of(Bytes.ofHex("ff0001"))),
      row("00", KeyCodec.of(INT.allowingNull()), Tuple.of((Object) null)),
      row("0180000001", KeyCodec.of(INT.allowingNull()), Tuple.of(1)),
      row("ff", KeyCodec.of(INT.allowingNull().descending()), Tuple.of((Object) null)),
      row("fe7ffffffe", KeyCodec.of(INT.allowingNull().descending()), Tuple.of(1)),
      row(
          "800000004d00ffffffffffffffff",
          KeyCodec.of(INT, TEXT, LONG),
          Tuple.of(0, "M", Long.MAX_VALUE)),
    };
  }

  private static Arguments row(String hex, KeyCodec codec, Tuple key) {
    return Arguments.of(hex.replace(" ", ""), codec, key);
  }

  @ParameterizedTest(name = "{0} {2}")
  @MethodSource("golden")
  void encode_example_givesExactBytes(String hex, KeyCodec codec, Tuple key) {
    assertThat(Bytes.wrap(codec.encode(key))).hasToString(hex);
    assertThat(codec.decode(Bytes.ofHex(hex).toArray())).isEqualTo(key);
  }

  @Test
  void encode_nullInColumnWithoutNulls_namesTheColumn() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyCodec.of(INT).encode(Tuple.of((Object) null)))
        .withMessage("key column 'namespace' of type int must not be null");
  }

  @Test
  void encode_wrongClass_namesColumnAndBothClasses() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyCodec.of(INT).encode(Tuple.of(17L)))
        .withMessage(
            "column 'namespace' holds values of type int and takes a java.lang.Integer, not the"
                + " java.lang.Long 17");
  }

  @Test
  void encode_wrongArity_listsTheColumns() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyCodec.of(INT, TEXT).encode(Tuple.of(1)))
        .withMessage("a key of (namespace int, title text) takes 2 values, not (1)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyCodec.of(INT).encodePrefix(Tuple.of(1, "a")))
        .withMessageContaining("at most 1 values");
  }

  @Test
  void encode_loneSurrogate_isRefused() {
    for (String text : new String[] {"\uD800", "a\uDC00", "\uD800\uD800\uDC00", "é\uD83D"}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> KeyCodec.of(TEXT).encode(Tuple.of(text)))
          .withMessageContaining("column 'title'")
          .withMessageContaining("lone surrogate");
    }
  }

  @Test
  void encode_timestampFinerThanMicrosecond_isRefused() {
    Instant fine = Instant.parse("2007-09-30T00:00:00.000000001Z");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyCodec.of(TIME).encode(Tuple.of(fine)))
        .withMessageContaining("column 'time'")
        .withMessageContaining("Timestamps.truncate");
    Instant truncated = Timestamps.truncate(fine);
    assertThat(KeyCodec.of(TIME).decode(KeyCodec.of(TIME).encode(Tuple.of(truncated))))
        .isEqualTo(Tuple.of(Instant.parse("2007-09-30T00:00:00Z")));
  }

  @Test
  void encode_timestampOutOfRange_isRefused() {
    KeyCodec codec = KeyCodec.of(TIME);
    for (Instant far :
        new Instant[] {
          Instant.MIN, Timestamps.MAX.plusNanos(1000), Timestamps.MIN.minusNanos(1000)
        }) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> codec.encode(Tuple.of(far)))
          .withMessageContaining("is not within");
    }
    for (Instant edge : new Instant[] {Timestamps.MIN, Timestamps.MAX}) {
      assertThat(codec.decode(codec.encode(Tuple.of(edge)))).isEqualTo(Tuple.of(edge));
    }
  }

  @Test
  void encode_decimalOfOtherScaleOrTooManyDigits_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyCodec.of(PRICE).encode(Tuple.of(new BigDecimal("1.5"))))
        .withMessageContaining("decimal(5,2) and takes exactly 2 decimal places, not the 1 of 1.5");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyCodec.of(PRICE).encode(Tuple.of(new BigDecimal("1000.00"))))
        .withMessageContaining("cannot hold the 6 digits");
  }

  @Test
  void decode_brokenBytes_saysWhere() {
    KeyCodec codec = KeyCodec.of(INT, TEXT);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> codec.decode(Bytes.ofHex("8000").toArray()))
        .withMessage(
            "cannot decode column 'namespace' of the key 0x8000 of (namespace int, title text) at"
                + " byte 0: 4 bytes are needed but only 2 are left");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> codec.decode(Bytes.ofHex("8000000041").toArray()))
        .withMessageContaining("not terminated");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> codec.decode(Bytes.ofHex("80000000410042").toArray()))
        .withMessageContaining("ends at byte 6 but has 7");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> codec.decode(Bytes.ofHex("80000000c300").toArray()))
        .withMessageContaining("not UTF-8");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> codec.decode(Bytes.ofHex("80000000010300").toArray()))
        .withMessageContaining("broken escape");
  }

  @Test
  void decodeAt_furtherBytes_givesKeyAndItsEnd() {
    KeyCodec row = KeyCodec.of(INT, TEXT);
    KeyCodec item = KeyCodec.of(LONG.descending());
    byte[] encoded = KeyCodec.of(INT, TEXT, LONG.descending()).encode(Tuple.of(3, "Main", 17L));

    KeyCodec.Decoded first = row.decodeAt(encoded, 0);

    assertThat(first.key()).isEqualTo(Tuple.of(3, "Main"));
    assertThat(row.endOfKey(encoded, 0)).isEqualTo(first.end()).isEqualTo(9);
    assertThat(item.decodeAt(encoded, first.end()))
        .isEqualTo(new KeyCodec.Decoded(Tuple.of(17L), encoded.length));
    assertThat(row.decodePrefix(encoded, 1)).isEqualTo(Tuple.of(3));
  }

  @Test
  void decode_collatedColumn_isUnsupported() {
    KeyCodec codec = KeyCodec.of(INT, TEXT.collatedBy(Collation.CASE_INSENSITIVE));
    byte[] encoded = codec.encode(Tuple.of(3, "Main"));

    assertThat(codec.decodable()).isFalse();
    assertThat(codec.endOfKey(encoded, 0)).isEqualTo(encoded.length);
    assertThat(codec.decodePrefix(encoded, 1)).isEqualTo(Tuple.of(3));
    assertThatThrownBy(() -> codec.decode(encoded))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("'title'");
  }

  @Test
  void successor_ofEachKindOfPrefix_isTheNextUnrelatedString() {
    assertThat(KeyCodec.successor(Bytes.ofHex("0102").toArray()))
        .hasValueSatisfying(next -> assertThat(Bytes.wrap(next)).hasToString("0103"));
    assertThat(KeyCodec.successor(Bytes.ofHex("01ffff").toArray()))
        .hasValueSatisfying(next -> assertThat(Bytes.wrap(next)).hasToString("02"));
    assertThat(KeyCodec.successor(Bytes.ofHex("ffff").toArray())).isEmpty();
    assertThat(KeyCodec.successor(new byte[0])).isEmpty();
  }
}
