package org.portolan.engine.rocksdb;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The form of a counter that RocksDB's 64-bit addition understands: eight bytes, least significant
 * first. It adds modulo 2^64, so that negative numbers work in two's complement.
 */
final class Counters {
  private static final VarHandle LITTLE_ENDIAN =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Counters() {}

  static byte[] encode(long value) {
    byte[] encoded = new byte[Long.BYTES];
    LITTLE_ENDIAN.set(encoded, 0, value);
    return encoded;
  }

  static long decode(byte[] encoded) {
    return (long) LITTLE_ENDIAN.get(encoded, 0);
  }
}
