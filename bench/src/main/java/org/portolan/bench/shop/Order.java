package org.portolan.bench.shop;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An order that was placed, and its bytes in the shops that are written by hand.
 *
 * @param placed in microseconds since 1970
 */
public record Order(String id, String customer, long placed, List<Line> lines) {

  /**
   * A part of an order.
   *
   * @param price of one piece, in hundredths
   */
  public record Line(String sku, int quantity, long price) {}

  /**
   * An order in the list of its customer.
   *
   * @param placed in microseconds since 1970
   * @param total in hundredths
   */
  public record Summary(String id, long placed, long total) {}

  public Order {
    lines = List.copyOf(lines);
  }

  /** Returns an order that is placed now. */
  static Order now(
      String id, String customer, SortedMap<String, Integer> wanted, Map<String, Long> prices) {
    List<Line> lines = new ArrayList<>();
    wanted.forEach((sku, quantity) -> lines.add(new Line(sku, quantity, prices.get(sku))));
    return new Order(id, customer, nowMicros(), lines);
  }

  static long nowMicros() {
    var now = Instant.now();
    return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
  }

  /** Returns the sum of its lines, in hundredths. */
  long total() {
    return lines.stream().mapToLong(line -> line.quantity() * line.price()).sum();
  }

  /** Returns the quantities by product. */
  SortedMap<String, Integer> quantities() {
    SortedMap<String, Integer> quantities = new TreeMap<>();
    lines.forEach(line -> quantities.put(line.sku(), line.quantity()));
    return quantities;
  }

  /** Returns all but the id. */
  byte[] bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(128);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeUTF(customer);
      out.writeLong(placed);
      out.writeInt(lines.size());
      for (Line line : lines) {
        out.writeUTF(line.sku());
        out.writeInt(line.quantity());
        out.writeLong(line.price());
      }
    } catch (IOException inMemory) {
      throw new UncheckedIOException(inMemory);
    }
    return bytes.toByteArray();
  }

  static Order of(String id, byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      String customer = in.readUTF();
      long placed = in.readLong();
      List<Line> lines = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        lines.add(new Line(in.readUTF(), in.readInt(), in.readLong()));
      }
      return new Order(id, customer, placed, lines);
    } catch (IOException damaged) {
      throw new UncheckedIOException("the order '" + id + "' is damaged", damaged);
    }
  }
}
