package org.portolan.bench.shop;

import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.portolan.bench.api.Text;

/**
 * The products of a shop, and what an order takes of them: both follow from numbers and ids, so
 * that a verification needs no record of the lines. Immutable.
 *
 * @param products the number of products beside the hot one
 */
public record Basket(int products) {
  private static final int LINES = 2;
  private static final int QUANTITY_MAX = 3;
  private static final String HOT = "-h";
  private static final String MANY = "-m";

  /** Returns the id of a new order: of the hot product, or of two others. */
  public static String newOrder(boolean hot) {
    return UUID.randomUUID() + (hot ? HOT : MANY);
  }

  /** Returns the key of a product; its first digits spread neighbours. */
  static String sku(int number) {
    return Text.format("sku-%02x-%06d", (number * 0x9E3779B1) >>> 24, number);
  }

  public static String hotSku() {
    return sku(0);
  }

  /** Returns all keys. */
  public Set<String> skus() {
    Set<String> skus = new TreeSet<>();
    for (int number = 0; number <= products; number++) {
      skus.add(sku(number));
    }
    return skus;
  }

  /** Returns the quantities of an order by product. */
  public SortedMap<String, Integer> of(String order) {
    SplittableRandom random = new SplittableRandom(order.hashCode());
    SortedMap<String, Integer> wanted = new TreeMap<>();
    if (order.endsWith(HOT)) {
      wanted.put(hotSku(), 1 + random.nextInt(QUANTITY_MAX));
    } else {
      while (wanted.size() < LINES) {
        wanted.put(sku(1 + random.nextInt(products)), 1 + random.nextInt(QUANTITY_MAX));
      }
    }
    return wanted;
  }
}
