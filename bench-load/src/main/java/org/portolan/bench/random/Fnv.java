package org.portolan.bench.random;

/** The hash of YCSB: FNV-1 of 64 bits over the eight bytes of a number, lowest first. */
public final class Fnv {
  private static final long OFFSET_BASIS = 0xCBF29CE484222325L;
  private static final long PRIME = 1_099_511_628_211L;

  private Fnv() {}

  /** Returns the absolute value of the hash, as YCSB does. */
  public static long hash(long value) {
    long hash = OFFSET_BASIS;
    for (int octet = 0; octet < Long.BYTES; octet++) {
      hash ^= (value >> (octet * Byte.SIZE)) & 0xff;
      hash *= PRIME;
    }
    return Math.abs(hash);
  }
}
