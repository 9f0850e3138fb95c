package org.portolan.advisor.sql;

import java.util.BitSet;

/**
 * Which values of a template are numbers, in any of its statements: by their places from 0, in the
 * order of the question marks. A number in quotes is a text. Immutable.
 */
public final class NumberPlaces {
  public static final NumberPlaces NONE = new NumberPlaces(new BitSet(), new BitSet());

  private final BitSet numbers;
  private final BitSet fractions;

  /**
   * @param numbers the places of all numbers
   * @param fractions of these, the numbers with a point or an exponent
   */
  NumberPlaces(BitSet numbers, BitSet fractions) {
    this.numbers = numbers;
    this.fractions = fractions;
  }

  public boolean isNumber(int place) {
    return numbers.get(place);
  }

  /** Returns whether a number has a point or an exponent. */
  public boolean isFraction(int place) {
    return fractions.get(place);
  }

  /** Returns the place after that of the last number; 0 if there is none. */
  public int end() {
    return numbers.length();
  }

  /** Returns the places of these and other statements. */
  public NumberPlaces and(NumberPlaces others) {
    if (covers(numbers, others.numbers) && covers(fractions, others.fractions)) {
      return this;
    }
    return new NumberPlaces(union(numbers, others.numbers), union(fractions, others.fractions));
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

  @Override
  public boolean equals(Object other) {
    return other instanceof NumberPlaces places
        && numbers.equals(places.numbers)
        && fractions.equals(places.fractions);
  }

  @Override
  public int hashCode() {
    return 31 * numbers.hashCode() + fractions.hashCode();
  }

  /** Returns the places of all numbers, those of fractions once more. */
  @Override
  public String toString() {
    return numbers + " " + fractions;
  }
}
