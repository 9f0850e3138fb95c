package org.portolan.data.internal.schema;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import org.portolan.data.OutOfBoundsException;
import org.portolan.design.ColumnRule;
import org.portolan.types.Column;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;
import org.portolan.types.Values;

/**
 * The sum of a column's value and a number. A null value counts as zero.
 *
 * @param entity for messages
 * @param rule null for none
 */
public record ColumnSum(String entity, Column column, ColumnRule rule) {

  /**
   * Refuses a number that the column's type does not take.
   *
   * @param delta a {@link Long} for int and long columns, a {@link BigDecimal} for decimal columns
   * @throws IllegalArgumentException if the column holds no numbers, or numbers of another kind
   */
  public void require(Number delta) {
    boolean fits =
        column.type() instanceof ScalarType scalar
            && switch (scalar.kind()) {
              case INT, LONG -> delta instanceof Long;
              case DECIMAL -> delta instanceof BigDecimal;
              default -> false;
            };
    if (!fits) {
      throw new IllegalArgumentException(
          "cannot add "
              + delta
              + " to column '"
              + column.name()
              + "' of '"
              + entity
              + "', which is "
              + column.type()
              + "; add a long to an int or long, and a java.math.BigDecimal to a decimal");
    }
    if (delta instanceof BigDecimal decimal && decimal.scale() != type().scale()) {
      // The message names the places; how many digits the number has is for the bounds.
      Object unused = Values.check(column, decimal);
    }
  }

  private ScalarType type() {
    return (ScalarType) column.type();
  }

  /**
   * Returns the sum, of the class of the column.
   *
   * @param delta a number that {@link #require} admits
   * @throws OutOfBoundsException if the column's rule or type does not admit the sum
   */
  public Object of(Tuple key, Object value, Number delta) {
    BigDecimal sum = decimal(value).add(decimal(delta));
    Number zero = number(BigDecimal.ZERO.setScale(type().scale()));
    Number now = value == null ? zero : (Number) value;
    Optional<Object> min = rule == null ? Optional.empty() : rule.min();
    Optional<Object> max = rule == null ? Optional.empty() : rule.max();
    if (min.isPresent() && sum.compareTo(decimal(min.get())) < 0) {
      throw outOfBounds(key, now, delta, (Number) min.get(), "less than its min ");
    }
    if (max.isPresent() && sum.compareTo(decimal(max.get())) > 0) {
      throw outOfBounds(key, now, delta, (Number) max.get(), "greater than its max ");
    }
    if (sum.compareTo(typeMin()) < 0) {
      throw outOfBounds(key, now, delta, number(typeMin()), "less than the least " + type() + ", ");
    }
    if (sum.compareTo(typeMax()) > 0) {
      throw outOfBounds(
          key, now, delta, number(typeMax()), "greater than the greatest " + type() + ", ");
    }
    return number(sum);
  }

  private OutOfBoundsException outOfBounds(
      Tuple key, Number now, Number delta, Number bound, String why) {
    return new OutOfBoundsException(
        entity,
        key,
        column.name(),
        now,
        delta,
        bound,
        WritePlace.ofRow(entity, key)
            .refusal(
                column.name(),
                "is " + now + "; adding " + delta + " would make it " + why + bound));
  }

  private static BigDecimal decimal(Object number) {
    if (number == null) {
      return BigDecimal.ZERO;
    }
    return number instanceof BigDecimal decimal
        ? decimal
        : BigDecimal.valueOf(((Number) number).longValue());
  }

  private Number number(BigDecimal value) {
    return switch (type().kind()) {
      case INT -> (Number) value.intValueExact();
      case LONG -> value.longValueExact();
      default -> value.setScale(type().scale());
    };
  }

  private BigDecimal typeMax() {
    return switch (type().kind()) {
      case INT -> BigDecimal.valueOf(Integer.MAX_VALUE);
      case LONG -> BigDecimal.valueOf(Long.MAX_VALUE);
      default ->
          new BigDecimal(
              BigInteger.TEN.pow(type().precision()).subtract(BigInteger.ONE), type().scale());
    };
  }

  private BigDecimal typeMin() {
    return switch (type().kind()) {
      case INT -> BigDecimal.valueOf(Integer.MIN_VALUE);
      case LONG -> BigDecimal.valueOf(Long.MIN_VALUE);
      default -> typeMax().negate();
    };
  }
}
