package org.portolan.bench.shop;

import java.util.List;

/** The row of a customer in the shops that are written by hand: a line for each value. */
final class CustomerText {
  private CustomerText() {}

  /** Returns the row of a customer who registers now. */
  static String now(String email, String name) {
    return email + '\n' + name + '\n' + Order.nowMicros();
  }

  static String name(String text) {
    return List.of(text.split("\n", -1)).get(1);
  }
}
