package org.portolan.engine.simulated;

/** How much the servers take. */
record Limits(int keyBytesMax, int valueBytesMax, int mutationBytesMax) {
  /** Small, so that tests can go beyond them. */
  static final Limits SMALL = new Limits(1_000, 64 << 10, 256 << 10);

  static final Limits LARGE = new Limits(32_000, 8 << 20, 32 << 20);
}
