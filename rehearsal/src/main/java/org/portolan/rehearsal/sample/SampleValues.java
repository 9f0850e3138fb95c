package org.portolan.rehearsal.sample;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import org.portolan.advisor.schema.ColumnType.Family;
import org.portolan.advisor.table.PlannedColumn;
import org.portolan.types.Bytes;
import org.portolan.types.CollectionType;
import org.portolan.types.ColumnType;
import org.portolan.types.ScalarType;

/**
 * Values of columns by number: different numbers give different values where the type has as many,
 * and greater numbers give greater values. Texts are of lower-case letters and digits, so that they
 * are equal and in order alike under every collation.
 */
public final class SampleValues {
  private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");
  private static final LocalDate FIRST_DAY = LocalDate.of(2020, 1, 1);
  private static final int DIGITS = 5;
  private static final int RADIX = 36;

  private SampleValues() {}

  /**
   * Returns a value.
   *
   * @param type the type of the column in the design
   * @param chars the length of texts and byte strings, at least; longer values are equal only to
   *     those of the same length
   */
  public static Object of(PlannedColumn column, ColumnType type, long number, int chars) {
    if (type instanceof CollectionType collection) {
      return ofCollection(column, collection, number);
    }
    ScalarType scalar = (ScalarType) type;
    return switch (scalar.kind()) {
      case TEXT, COMPRESSED_TEXT -> text(column, number, chars);
      case INT -> Math.toIntExact(number + 1);
      case LONG -> number + 1;
      case DECIMAL -> decimal(scalar, number);
      case BOOLEAN -> number % 2 == 1;
      case TIMESTAMP -> FIRST.plus(Duration.ofMinutes(number));
      case BYTES -> Bytes.wrap(plain(number, chars).getBytes(StandardCharsets.UTF_8));
    };
  }

  private static Object ofCollection(PlannedColumn column, CollectionType type, long number) {
    List<Object> elements = new ArrayList<>();
    List<String> allowed = column.source().type().values();
    for (long place = 0; place < number % 3; place++) {
      elements.add(
          allowed.isEmpty()
              ? scalar(column, type.element(), number + place)
              : allowed.get((int) ((number + place) % allowed.size())));
    }
    return type.kind() == CollectionType.Kind.SET
        ? new LinkedHashSet<>(elements)
        : List.copyOf(elements);
  }

  private static Object scalar(PlannedColumn column, ScalarType type, long number) {
    return of(column, type, number, 0);
  }

  private static BigDecimal decimal(ScalarType type, long number) {
    BigInteger limit = BigInteger.TEN.pow(type.precision());
    BigInteger wanted = BigInteger.valueOf(number + 1).multiply(BigInteger.TEN.pow(type.scale()));
    return new BigDecimal(wanted.mod(limit), type.scale());
  }

  private static String text(PlannedColumn column, long number, int chars) {
    List<String> allowed = column.source().type().values();
    Family family = column.source().type().family();
    String name = column.source().type().name();
    if (family == Family.ENUM && !allowed.isEmpty()) {
      return allowed.get((int) (number % allowed.size()));
    }
    if (family == Family.UUID) {
      return String.format(Locale.ROOT, "00000000-0000-4000-8000-%012d", number);
    }
    if (name.equals("date")) {
      return FIRST_DAY.plusDays(number).toString();
    }
    return plain(number, chars);
  }

  private static String plain(long number, int chars) {
    String digits = Long.toString(number, RADIX);
    String value = "v" + "0".repeat(Math.max(0, DIGITS - digits.length())) + digits;
    return value + "x".repeat(Math.max(0, chars - value.length()));
  }
}
