package org.portolan.advisor.serve;

import java.util.List;

/** The indexes that the steps of a statement may use. */
public interface Indexes {

  /**
   * Returns the indexes of a table that may serve.
   *
   * @param wanted the index that would serve best
   */
  List<IndexChoice> of(String table, IndexChoice wanted);
}
