package org.example.shop;

import org.example.shop.rows.Order;
import org.example.shop.rows.OrderRows;
import org.example.shop.rows.ShopDesign;

/** Uses the generated classes. */
public final class Shop {
  private Shop() {}

  /** Returns the names that it finds in them. */
  public static String names() {
    return ShopDesign.design().name()
        + " "
        + OrderRows.key(17).get(0)
        + " "
        + new Order(17, "riga").city();
  }
}
