package org.portolan.bench.shop;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * What one attempt at an order has taken out of the stock of one product, kept in the product's
 * row.
 *
 * @param attempt different for each attempt of any client, and used once
 * @param epoch the epoch in which the attempt may commit, see {@link ReservedOrders}
 * @param made in milliseconds since 1970
 */
record Reservation(String sku, String attempt, String order, int quantity, int epoch, long made) {

  byte[] bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(64);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeUTF(order);
      out.writeInt(quantity);
      out.writeInt(epoch);
      out.writeLong(made);
    } catch (IOException inMemory) {
      throw new UncheckedIOException(inMemory);
    }
    return bytes.toByteArray();
  }

  static Reservation of(String sku, String attempt, byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      return new Reservation(sku, attempt, in.readUTF(), in.readInt(), in.readInt(), in.readLong());
    } catch (IOException damaged) {
      throw new UncheckedIOException("a reservation of '" + sku + "' is damaged", damaged);
    }
  }
}
