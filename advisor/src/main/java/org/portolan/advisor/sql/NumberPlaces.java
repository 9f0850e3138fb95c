package org.portolan.advisor.sql;

import java.util.BitSet;
import java.util.Objects;

/**
 * Which values of a template are numbers, in any of its statements, and which are null or left to
 * the database in all of them: by their places from 0, in the order of the question marks. A number
 * in quotes is a text. Immutable.
 */
public final class NumberPlaces {
  public static final NumberPlaces NONE =
      new NumberPlaces(new BitSet(), new BitSet(), new BitSet(), new BitSet());

  private final BitSet numbers;
  private final BitSet fractions;
  private final BitSet nulls;
  private final BitSet left;

  /**
   * @param numbers the places of all numbers
   * @param fractions of these, the numbers with a point or an exponent
   * @param nulls the places of nulls
   * @param left of values for which MySQL takes the next number: NULL, DEFAULT and 0
   */
  NumberPlaces(BitSet numbers, BitSet fractions, BitSet nulls, BitSet left) {
    this.numbers = numbers;
    this.fractions = fractions;
    this.nulls = nulls;
    this.left = left;
  }

  public boolean isNumber(int place) {
    return numbers.get(place);
  }

  /** Returns whether a number has a point or an exponent. */
  public boolean isFraction(int place) {
    return fractions.get(place);
  }

  /** Returns whether a value is null in each statement. */
  public boolean isNull(int place) {
    return nulls.get(place);
  }

  /**
   * Returns whether a value in each statement is one for which MySQL takes the next number of an
   * AUTO_INCREMENT column.
   */
  public boolean isLeft(int place) {
    return left.get(place);
  }

  /** Returns the place after that of the last number; 0 if there is none. */
  public int end() {
    return numbers.length();
  }

  /** Returns the places of these and other statements. */
  public NumberPlaces and(NumberPlaces others) {
    if (covers(numbers, others.numbers)
        && covers(fractions, others.fractions)
        && covers(others.nulls, nulls)
        && covers(others.left, left)) {
      return this;
    }
    return new NumberPlaces(
        union(numbers, others.numbers),
        union(fractions, others.fractions),
        both(nulls, others.nulls),
        both(left, others.left));
  }

  private static boolean covers(BitSet all, BitSet some) {
    for (int place = some.nextSetBit(0); place >= 0; place = some.nextSetBit(place + 1)) {
      if (!all.get(place)) {
        return false;
      }
    }
    return true;
  }

  private static BitSet union(BitSet one, BitSet other) {
    BitSet union = (BitSet) one.clone();
    union.or(other);
    return union;
  }

  private static BitSet both(BitSet one, BitSet other) {
    BitSet both = (BitSet) one.clone();
    both.and(other);
    return both;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NumberPlaces places
        && numbers.equals(places.numbers)
        && fractions.equals(places.fractions)
        && nulls.equals(places.nulls)
        && left.equals(places.left);
  }

  @Override
  public int hashCode() {
    return Objects.hash(numbers, fractions, nulls, left);
  }

  /** Returns the places of all numbers, those of fractions once more. */
  @Override
  public String toString() {
    return numbers + " " + fractions;
  }
}
