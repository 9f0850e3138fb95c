package org.portolan.bench.pages;

/**
 * One of the two that are compared: the wiki on the data layer, or the engine's own client on the
 * same rows. Every method throws if what it reads or writes is not as it must be. Thread-safe, but
 * no page is saved by two threads at once.
 */
interface PageSide extends AutoCloseable {

  /** Reads what a view of the page shows: its newest revision with its text. */
  void read(int page);

  /**
   * Saves a page whose links stay as they are: the row is read, and on condition that nobody has
   * written it since it is written anew, its old text is kept, the history is longer by one, and
   * the edit is counted.
   */
  void save(int page);

  @Override
  void close();
}
