package org.portolan.wiki.storage;

import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.portolan.data.StoreCheck;
import org.portolan.wiki.Wiki;

/**
 * An open wiki with what its jobs, imports and checks need of its storage, whether that is a
 * designed store or a relational database. Thread-safe.
 */
public interface WikiStorage extends AutoCloseable {

  /** Returns the URI by which this storage was opened, without its password. */
  String uri();

  /** Returns the wiki: the same object at each call. */
  Wiki wiki();

  /** Returns the rules of writing for the wiki's present site information. */
  WriteRules rules();

  JobTable jobs();

  NamesTable names();

  ImportTable imports();

  /**
   * Returns whether corrections of several threads only wait for each other, so that one at a time
   * should be written.
   */
  boolean oneWriter();

  /**
   * Compares what is derived from pages (indexes, counters, copied titles) with the pages, in both
   * directions, while writers may go on.
   *
   * @param findings receives the faults as they are found
   * @param progress receives the number of rows and entries looked at so far, from time to time
   */
  StoreCheck.Result check(
      StoreCheck.Options options, Consumer<StoreCheck.Finding> findings, LongConsumer progress);

  /** Closes the storage, and the wiki with it. */
  @Override
  void close();
}
