package org.portolan.data.plan;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.portolan.design.ColumnRule;
import org.portolan.design.Expectations.OfColumns;
import org.portolan.types.Bytes;
import org.portolan.types.CollectionType;
import org.portolan.types.ColumnType;
import org.portolan.types.ScalarType;
import org.portolan.types.Values;

/**
 * Values of columns that are as long as expected, or else as assumed. The same for the same
 * columns. Not thread-safe.
 */
final class TypicalValues {
  private static final int TEXT_BYTES = 20;
  private static final int LONG_TEXT_BYTES = 2_000;
  private static final int OTHER_BYTES = 100;
  private static final int ELEMENTS = 5;

  /** Few enough that texts of them deflate to about a half, as English and wiki text do. */
  private static final String LETTERS = "etaoinshrdlucm y";

  private static final long NUMBER = 1_000_000;
  private static final Instant MOMENT = Instant.parse("2024-06-01T12:34:56.789012Z");

  private final Map<String, Set<String>> assumed = new TreeMap<>();

  /** The state of a generator of numbers that are the same in every run. */
  private long state = 1;

  /** Returns the lengths that were assumed, each with the columns that it was assumed of. */
  List<String> assumptions() {
    return assumed.entrySet().stream()
        .map(each -> each.getKey() + ": " + SomeOf.names(List.copyOf(each.getValue())))
        .toList();
  }

  /**
   * Returns a value of a column.
   *
   * @param owner the name of the entity or collection, for the assumptions
   */
  Object of(String owner, String column, ColumnType type, ColumnRule rule, OfColumns expected) {
    Integer bytes = expected.bytes().get(column);
    if (type instanceof ScalarType scalar) {
      return scalar(owner + "." + column, scalar, rule, bytes);
    }
    Integer elements = expected.elements().get(column);
    if (elements == null) {
      assume(ELEMENTS + " elements", owner + "." + column);
      elements = ELEMENTS;
    }
    boolean set = ((CollectionType) type).kind() == CollectionType.Kind.SET;
    Collection<Object> made = set ? new HashSet<>() : new ArrayList<>();
    for (int number = 0; number < elements; number++) {
      made.add(scalar(owner + "." + column, type.element(), rule, bytes));
    }
    List<Object> values = new ArrayList<>(made);
    values.sort((one, other) -> Values.compare(type.element(), one, other));
    return set ? new LinkedHashSet<>(values) : values;
  }

  private Object scalar(String column, ScalarType type, ColumnRule rule, Integer bytes) {
    return switch (type.kind()) {
      case TEXT -> text(length(column, "text", rule, bytes, TEXT_BYTES));
      case COMPRESSED_TEXT -> text(length(column, "compressed text", rule, bytes, LONG_TEXT_BYTES));
      case BYTES -> bytes(length(column, "bytes", rule, bytes, OTHER_BYTES));
      case INT -> (int) number(rule, Integer.class);
      case LONG -> number(rule, Long.class);
      case BOOLEAN -> true;
      case TIMESTAMP -> MOMENT.plusSeconds(next(1_000_000));
      case DECIMAL -> {
        int digits = (type.precision() + type.scale() + 1) / 2;
        yield new BigDecimal(BigInteger.TEN.pow(Math.max(0, digits - 1)), type.scale());
      }
    };
  }

  private int length(String column, String kind, ColumnRule rule, Integer expected, int otherwise) {
    if (expected != null) {
      return expected;
    }
    OptionalInt ofPattern = rule.pattern().map(PatternLength::of).orElse(OptionalInt.empty());
    if (ofPattern.isPresent()) {
      return ofPattern.getAsInt();
    }
    assume(kind + " of " + String.format(Locale.ROOT, "%,d", otherwise) + " bytes", column);
    return otherwise;
  }

  private void assume(String what, String column) {
    assumed.computeIfAbsent(what, any -> new TreeSet<>()).add(column);
  }

  private long number(ColumnRule rule, Class<? extends Number> type) {
    long most = rule.max().map(value -> type.cast(value).longValue()).orElse(Long.MAX_VALUE);
    long least = rule.min().map(value -> type.cast(value).longValue()).orElse(Long.MIN_VALUE);
    return Math.max(least, Math.min(most, NUMBER + next(1_000)));
  }

  private String text(int length) {
    StringBuilder text = new StringBuilder(length);
    for (int at = 0; at < length; at++) {
      text.append(LETTERS.charAt(next(LETTERS.length())));
    }
    return text.toString();
  }

  private Bytes bytes(int length) {
    byte[] bytes = new byte[length];
    for (int at = 0; at < length; at++) {
      bytes[at] = (byte) (1 + next(255));
    }
    return Bytes.wrap(bytes);
  }

  private int next(int bound) {
    state = state * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
    return (int) ((state >>> 33) % bound);
  }
}
