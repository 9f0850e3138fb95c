package org.portolan.data;

import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads that share their round trips: see {@link Store#read}. For the calling thread only, inside
 * the function that is passed to {@code Store.read}.
 */
public interface ReadBatch {

  /**
   * Adds a read, or several that follow from each other, such as a page of an index and the rows
   * that it lists. The function runs again for every round trip that it needs, so it must do
   * nothing but read from the reader that it gets, in the same thread, ask for the same each time,
   * and pass on every {@link Error}; a stream must be collected inside it. What it reads is in
   * memory until the batch ends, and a read of n round trips runs n + 1 times: read long lists from
   * the store. Random members cannot be read in a batch.
   *
   * @return gives the result once all reads of the batch are made; before that it throws {@link
   *     IllegalStateException}
   */
  <T> Supplier<T> add(Function<StoreReader, T> read);
}
