package org.portolan.data.internal.async;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;
import org.portolan.data.AsyncOptions;
import org.portolan.data.AsyncStore;
import org.portolan.data.Store;
import org.portolan.data.StoreRuntime;

/** The asynchronous views of one store, which end when it closes. Thread-safe. */
public final class AsyncViews {
  private final StoreRuntime runtime;
  private final Lock lock;
  private final List<AsyncCalls> views = new ArrayList<>();
  private boolean closed;

  public AsyncViews(StoreRuntime runtime) {
    this.runtime = runtime;
    this.lock = runtime.newLock();
  }

  /** Returns a new view of a store. */
  public AsyncStore of(Store store, AsyncOptions options) {
    AsyncCalls calls = new AsyncCalls(options, runtime);
    boolean late;
    lock.lock();
    try {
      views.add(calls);
      late = closed;
    } finally {
      lock.unlock();
    }
    if (late) {
      calls.close();
    }
    return new View(store, calls);
  }

  /** Refuses further calls, and those that wait; returns when the others have ended. */
  public void close() {
    List<AsyncCalls> all;
    lock.lock();
    try {
      closed = true;
      all = List.copyOf(views);
    } finally {
      lock.unlock();
    }
    all.forEach(AsyncCalls::refuse);
    all.forEach(AsyncCalls::close);
  }

  private record View(Store store, AsyncCalls calls) implements AsyncStore {
    @Override
    public <T> CompletionStage<T> call(Function<Store, T> operation) {
      Objects.requireNonNull(operation, "operation");
      return calls.submit(() -> operation.apply(store));
    }

    @Override
    public AsyncStore over(Store view) {
      return new View(view, calls);
    }

    @Override
    public int underWay() {
      return calls.underWay();
    }

    @Override
    public int waiting() {
      return calls.waiting();
    }
  }
}
