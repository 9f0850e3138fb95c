package org.portolan.data;

import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * A view of a store whose operations run beside the calling thread. Every operation of {@link
 * Store} can be called so:
 *
 * <pre>{@code
 * AsyncStore async = store.async(AsyncOptions.DEFAULT);
 * CompletionStage<Optional<EntityRow>> order =
 *     async.call(s -> s.get("order", id, Columns.ALL));
 * }</pre>
 *
 * <p>Thread-safe. Make it once, when the store is opened: its limits are of all its calls together.
 *
 * <h2>Limits</h2>
 *
 * At most {@link AsyncOptions#underWayMax} calls run at the same time. Others wait, and begin in
 * the order in which they came. If {@link AsyncOptions#waitingMax} calls wait, a further one fails
 * at once with {@link StoreBusyException}, and has changed nothing. No call of this view ever
 * blocks the calling thread. A load of many operations keeps within the limits by waiting for an
 * earlier stage before it makes the next call.
 *
 * <h2>Results and failures</h2>
 *
 * A stage completes with the result of its operation, or fails with the very exception that the
 * operation threw. Only the stages made from it wrap this exception, once, in a {@link
 * java.util.concurrent.CompletionException}, as Java's do. Functions given to a stage run in the
 * thread of the call, before the next call begins there; run what takes long, or waits for another
 * call, elsewhere ({@code thenApplyAsync} with an executor).
 *
 * <h2>Cancelling</h2>
 *
 * Cancelling a stage ({@code toCompletableFuture().cancel}), or completing it in another way, takes
 * a call back if it still waits: it never begins, and its place is free at once. A call that has
 * begun runs to its end, whatever becomes of its stage: a write that was interrupted could have any
 * outcome. Its listeners hear how it ended.
 *
 * <h2>Closing</h2>
 *
 * {@link Store#close} first ends the calls: those that wait fail with {@link
 * IllegalStateException}, in their order, and have changed nothing. Then it waits for those under
 * way, however long they take. A call that closes the store itself is not waited for. Later calls
 * fail with {@link IllegalStateException}.
 */
public interface AsyncStore {

  /**
   * Runs an operation.
   *
   * @param operation is given the store of this view; runs once, in another thread
   * @return a stage of its result; fails as described above
   */
  <T> CompletionStage<T> call(Function<Store, T> operation);

  /** Makes a write, see {@link Store#write(Function)}. */
  default <T> CompletionStage<T> write(Function<StoreTransaction, T> work) {
    return call(store -> store.write(work));
  }

  /**
   * Returns a view with the same limits and threads whose calls are given another view of the
   * store, as {@link Store#traced} returns it.
   */
  AsyncStore over(Store view);

  /** Returns how many calls run now. */
  int underWay();

  /** Returns how many calls wait now. */
  int waiting();
}
