package org.portolan.engine.simulated;

/** The limits of the servers. */
record Limits(int keyBytesMax, int valueBytesMax, int mutationBytesMax) {
  /** Small limits, so that tests can exceed them. */
  static final Limits SMALL = new Limits(1_000, 64 << 10, 256 << 10);

  static final Limits LARGE = new Limits(32_000, 8 << 20, 32 << 20);
}
