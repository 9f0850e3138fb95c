package org.portolan.bench.pages;

/**
 * One of the sides of the comparison: the wiki on the data layer, or the engine's own client on the
 * same rows, without or with the guarantee of the data layer. Every method throws if it reads or
 * writes wrong data. Thread-safe, but two threads must not save the same page at once.
 */
interface PageSide extends AutoCloseable {

  /** Reads the data for a view of the page: its newest revision with its text. */
  void read(int page) throws Exception;

  /**
   * Saves a page whose links do not change. The save reads the row and writes it on condition that
   * it has not changed since. It keeps the old text, adds one entry to the history and counts the
   * edit.
   */
  void save(int page) throws Exception;

  @Override
  void close();
}
