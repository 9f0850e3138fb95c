package org.portolan.wiki;

import org.portolan.wiki.storage.WikiStorage;

/** A wiki under test, which can be closed and opened again. */
public interface TestedWiki extends AutoCloseable {

  /** Returns the wiki, with the site information that an import left. */
  Wiki wiki();

  /** Returns the wiki with what jobs and imports need of it. */
  WikiStorage storage();

  /** Does maintenance that must not change any answer. */
  void maintain();

  void reopen();

  /** Fails if anything derived is missing, dangles or is counted wrong. */
  void assertClean();

  @Override
  void close();
}
