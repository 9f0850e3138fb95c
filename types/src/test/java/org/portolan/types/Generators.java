package org.portolan.types;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.portolan.types.KeyCodecPropertyTest.Pair;

/** Random types, columns and values, many of them at the edges where encodings go wrong. */
final class Generators {
  private Generators() {}

  static Arbitrary<ScalarType> scalarTypes() {
    return Arbitraries.oneOf(
        Arbitraries.of(
            ScalarType.TEXT,
            ScalarType.TEXT,
            ScalarType.TEXT,
            ScalarType.INT,
            ScalarType.LONG,
            ScalarType.BOOLEAN,
            ScalarType.TIMESTAMP,
            ScalarType.BYTES),
        Arbitraries.integers()
            .between(1, ScalarType.PRECISION_MAX)
            .flatMap(
                precision ->
                    Arbitraries.integers()
                        .between(0, precision)
                        .map(scale -> ScalarType.decimal(precision, scale))));
  }

  static Arbitrary<ColumnType> columnTypes() {
    Arbitrary<ScalarType> scalars =
        Arbitraries.frequencyOf(
            net.jqwik.api.Tuple.of(6, scalarTypes()),
            net.jqwik.api.Tuple.of(1, Arbitraries.just(ScalarType.COMPRESSED_TEXT)));
    return Arbitraries.oneOf(
        scalars.map(type -> (ColumnType) type),
        Combinators.combine(Arbitraries.of(CollectionType.Kind.values()), scalars)
            .as(CollectionType::new));
  }

  static Arbitrary<KeyColumn> keyColumns() {
    return Combinators.combine(
            scalarTypes(),
            Arbitraries.of(KeyColumn.Direction.values()),
            Arbitraries.of(true, false),
            Arbitraries.of(Collation.values()))
        .as(
            (type, direction, nullable, collation) ->
                new KeyColumn(
                    "column",
                    type,
                    direction,
                    nullable,
                    type.equals(ScalarType.TEXT) ? collation : Collation.BINARY));
  }

  static Arbitrary<Pair> pairs(List<KeyColumn> columns) {
    KeyCodec codec = new KeyCodec(columns);
    return Combinators.combine(
            keys(columns),
            keys(columns),
            Arbitraries.integers().between(0, columns.size()),
            Arbitraries.bytes().array(byte[].class).ofMaxSize(3))
        .as(
            (left, right, shared, tail) ->
                new Pair(
                    codec,
                    left,
                    left.slice(0, shared).append(right.slice(shared, columns.size())),
                    Bytes.wrap(tail)));
  }

  private static Arbitrary<Tuple> keys(List<KeyColumn> columns) {
    return Combinators.combine(
            columns.stream()
                .map(
                    column ->
                        column.nullable()
                            ? scalars(column.type()).injectNull(0.2)
                            : scalars(column.type()))
                .toList())
        .as(Tuple::new);
  }

  static Arbitrary<Object> values(ColumnType type) {
    if (type instanceof ScalarType scalar) {
      return scalars(scalar);
    }
    CollectionType collection = (CollectionType) type;
    Arbitrary<Object> elements = scalars(collection.element());
    return collection.kind() == CollectionType.Kind.SET
        ? elements
            .set()
            .ofMaxSize(collection.element().equals(ScalarType.BOOLEAN) ? 2 : 8)
            .map(set -> set)
        : elements.list().ofMaxSize(8).map(list -> list);
  }

  static Arbitrary<Object> scalars(ScalarType type) {
    return switch (type.kind()) {
      case TEXT -> texts().map(text -> text);
      case COMPRESSED_TEXT ->
          Arbitraries.oneOf(texts(), texts().map(text -> text.repeat(40))).map(text -> text);
      case INT ->
          Arbitraries.oneOf(
                  Arbitraries.integers(),
                  Arbitraries.of(Integer.MIN_VALUE, -1, 0, 1, 255, 256, Integer.MAX_VALUE))
              .map(number -> number);
      case LONG -> longs().map(number -> number);
      case BOOLEAN -> Arbitraries.of(true, false).map(value -> value);
      case TIMESTAMP ->
          Arbitraries.oneOf(Arbitraries.longs(), Arbitraries.longs().between(-2_000_000, 2_000_000))
              .map(Timestamps::fromMicroseconds);
      case BYTES ->
          Arbitraries.oneOf(
                  Arbitraries.bytes(), Arbitraries.of((byte) 0, (byte) 1, (byte) 2, (byte) 0xFF))
              .array(byte[].class)
              .ofMaxSize(6)
              .map(Bytes::wrap);
      case DECIMAL -> decimals(type).map(number -> number);
    };
  }

  private static Arbitrary<Long> longs() {
    return Arbitraries.oneOf(
        Arbitraries.longs(), Arbitraries.of(Long.MIN_VALUE, -1L, 0L, 1L, 1L << 32, Long.MAX_VALUE));
  }

  private static Arbitrary<BigDecimal> decimals(ScalarType type) {
    BigInteger limit = BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE);
    return Arbitraries.oneOf(
            Arbitraries.bigIntegers().between(limit.negate(), limit),
            Arbitraries.of(limit, limit.negate(), BigInteger.ZERO, BigInteger.ONE.negate()))
        .map(unscaled -> new BigDecimal(unscaled, type.scale()));
  }

  /** Short texts of few characters, so that two of them often begin alike. */
  static Arbitrary<String> texts() {
    Arbitrary<Integer> points =
        Arbitraries.oneOf(
            Arbitraries.of(
                0, 1, 2, 0x61, 0x41, 0x62, 0x65, 0x45, 0x7F, 0x80, 0xC9, 0xE9, 0x301, 0xDF, 0xFF,
                0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFD, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF),
            Arbitraries.integers()
                .between(0, Character.MAX_CODE_POINT)
                .filter(point -> point < 0xD800 || point > 0xDFFF));
    // Half of the texts consist of the bytes that are escaped and of their neighbours.
    return Arbitraries.oneOf(
            points.list().ofMaxSize(6), Arbitraries.of(0, 1, 2, 0x61).list().ofMaxSize(6))
        .map(
            list -> {
              StringBuilder text = new StringBuilder();
              list.forEach(text::appendCodePoint);
              return text.toString();
            });
  }
}
