package org.portolan.bench.layer;

/** A side that changes several rows in one transaction. Thread-safe. */
interface ManyRows extends AutoCloseable {

  /** Reads some rows and writes each with its next version, in one transaction. */
  void change(long[] ids);

  @Override
  void close();
}
