package org.portolan.data;

/**
 * Hears of what happens at a store: for metrics, traces and logs. Given in {@link
 * StoreOptions#listening}; one listener for each store that is opened.
 *
 * <p>The methods are called in the thread of the operation, just before the operation returns, by
 * many threads at once. So they must be thread-safe, quick, and must not wait. If one throws, the
 * operation is not harmed: the store logs the failure, at most once a minute, and goes on to call
 * the listener. A listener must not run operations of the store that it listens to; it may keep the
 * store and ask for its activity, conflicts and design, which make no call to the engine.
 *
 * <p>Rows, keys and values are the application's data. Do not put keys into the tags of a metric:
 * each new key would be a new time series.
 */
public interface StoreListener {

  /** Is called once, when the store is open, before any operation. */
  default void opened(Store store) {}

  /** Is called after each operation, whether it succeeded or failed. */
  default void finished(StoreOperation operation) {}

  /** Is called for each row at which an attempt of a write conflicted, before the next attempt. */
  default void conflicted(StoreConflict conflict) {}

  /** Is called once, when the store is closed. */
  default void closed() {}
}
