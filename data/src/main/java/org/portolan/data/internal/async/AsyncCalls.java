package org.portolan.data.internal.async;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;
import org.portolan.data.AsyncOptions;
import org.portolan.data.StoreBusyException;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreRuntime.Signal;

/**
 * Calls that run in other threads: a bounded number at the same time, and a bounded number that
 * wait. A place under way is handed from a call that ends to the first that waits, under one lock;
 * so no call overtakes another, and no place is lost. Thread-safe.
 */
final class AsyncCalls {
  private static final Duration IDLE_MAX = Duration.ofSeconds(10);

  /** Several threads may wait for the end of the calls, and a signal wakes one. */
  private static final Duration CLOSING_LOOK = Duration.ofMillis(20);

  private final AsyncOptions options;
  private final StoreRuntime runtime;
  private final Lock lock;
  private final Signal callEnded;

  // Guarded by the lock.
  private final LinkedHashSet<Call<?>> waiting = new LinkedHashSet<>();
  private final Deque<Worker> idle = new ArrayDeque<>();
  private final Set<Thread> performing = new HashSet<>();

  /** Those of them whose calls close the store. */
  private final Set<Thread> closing = new HashSet<>();

  /**
   * While a thread of the executor begins the next call: those that it got to perform itself. Not
   * of all stores, since a call of one may begin those of another.
   */
  @SuppressWarnings("ThreadLocalUsage")
  private final ThreadLocal<Deque<Call<?>>> begunHere = new ThreadLocal<>();

  private int underWay;
  private int threads;
  private boolean closed;

  AsyncCalls(AsyncOptions options, StoreRuntime runtime) {
    this.options = options;
    this.runtime = runtime;
    this.lock = runtime.newLock();
    this.callEnded = runtime.newSignal();
  }

  /** A call, and the stage of its result. */
  private static final class Call<T> {
    private final Supplier<T> operation;
    private final CompletableFuture<T> result = new CompletableFuture<>();

    Call(Supplier<T> operation) {
      this.operation = operation;
    }

    void perform() {
      T value;
      try {
        value = operation.get();
      } catch (Throwable failure) {
        result.completeExceptionally(failure);
        return;
      }
      result.complete(value);
    }
  }

  private <T> T locked(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  int underWay() {
    return locked(() -> underWay);
  }

  int waiting() {
    return locked(waiting::size);
  }

  <T> CompletionStage<T> submit(Supplier<T> operation) {
    Call<T> call = new Call<>(operation);
    Worker worker = null;
    boolean begins = false;
    RuntimeException refusal = null;
    lock.lock();
    try {
      if (closed) {
        refusal = closedBefore();
      } else if (underWay < options.underWayMax()) {
        underWay++;
        begins = true;
        worker = idle.pollLast();
        if (worker != null) {
          worker.given = call;
        }
      } else if (waiting.size() < options.waitingMax()) {
        waiting.add(call);
      } else {
        refusal =
            new StoreBusyException(
                "cannot begin another call: "
                    + underWay
                    + " are under way and "
                    + waiting.size()
                    + " wait, the most that this store was told to take; make the call later, or"
                    + " raise AsyncOptions.waitingMax");
      }
    } finally {
      lock.unlock();
    }
    if (refusal != null) {
      call.result.completeExceptionally(refusal);
    } else if (worker != null) {
      worker.work.give();
    } else if (begins) {
      begin(call);
    } else {
      var unused = call.result.whenComplete((value, failure) -> takeBack(call));
    }
    return call.result;
  }

  private static IllegalStateException closedBefore() {
    return new IllegalStateException(
        "the store was closed before the call began; nothing was changed");
  }

  private void takeBack(Call<?> call) {
    locked(() -> waiting.remove(call));
  }

  /** Begins a call that has a place under way, in a new thread or by the executor. */
  private void begin(Call<?> first) {
    Call<?> call = first;
    while (call != null) {
      Call<?> beginning = call;
      try {
        if (options.executor().isPresent()) {
          options.executor().get().execute(() -> performOne(beginning));
        } else {
          int number = locked(() -> ++threads);
          var unused = runtime.start("portolan-async-" + number, new Worker(beginning));
        }
        return;
      } catch (Throwable failure) {
        // The executor rejects it, or there are no more threads.
        beginning.result.completeExceptionally(failure);
        call = locked(this::next);
      }
    }
  }

  /**
   * Performs a call in a thread of the executor, and begins the next one. If the executor runs that
   * in this thread, it is performed here once the stack has unwound, however many wait.
   */
  private void performOne(Call<?> first) {
    Deque<Call<?>> begun = begunHere.get();
    if (begun != null) {
      begun.add(first);
      return;
    }
    Deque<Call<?>> calls = new ArrayDeque<>(List.of(first));
    while (!calls.isEmpty()) {
      perform(calls.remove());
      Call<?> next = locked(this::next);
      if (next != null) {
        begunHere.set(calls);
        try {
          begin(next);
        } finally {
          begunHere.remove();
        }
      }
    }
  }

  private void perform(Call<?> call) {
    Thread thread = Thread.currentThread();
    boolean outermost = locked(() -> performing.add(thread));
    try {
      // If the caller has completed the stage meanwhile, it does not want the result.
      if (!call.result.isDone()) {
        call.perform();
      }
    } finally {
      if (outermost) {
        locked(
            () -> {
              performing.remove(thread);
              return closing.remove(thread);
            });
      }
    }
  }

  /** Returns the call that gets the place of one that has ended; null if none waits. */
  private Call<?> next() {
    if (!waiting.isEmpty()) {
      Call<?> call = waiting.iterator().next();
      waiting.remove(call);
      return call;
    }
    underWay--;
    if (closed) {
      callEnded.give();
    }
    return null;
  }

  /** A thread of the store: performs calls until it has had none for a while. */
  private final class Worker implements Runnable {
    private final Signal work = runtime.newSignal();

    /** Guarded by the lock of the calls. */
    private Call<?> given;

    Worker(Call<?> first) {
      this.given = first;
    }

    @Override
    public void run() {
      Call<?> call = locked(this::taken);
      while (call != null) {
        perform(call);
        // An operation that was interrupted leaves the thread so; the next one is another's.
        boolean unused = Thread.interrupted();
        call = locked(this::nextOrIdle);
        if (call == null) {
          call = awaitWork();
        }
      }
    }

    private Call<?> taken() {
      Call<?> call = given;
      given = null;
      return call;
    }

    private Call<?> nextOrIdle() {
      Call<?> call = next();
      if (call == null && !closed) {
        idle.addLast(this);
      }
      return call;
    }

    private Call<?> awaitWork() {
      try {
        boolean unused = work.await(IDLE_MAX);
      } catch (InterruptedException e) {
        // Ends the thread, unless a call was given meanwhile.
      }
      return locked(
          () -> {
            idle.remove(this);
            return taken();
          });
    }
  }

  /** Refuses further calls, and those that wait. */
  void refuse() {
    List<Call<?>> refused =
        locked(
            () -> {
              closed = true;
              List<Call<?>> calls = new ArrayList<>(waiting);
              waiting.clear();
              idle.forEach(worker -> worker.work.give());
              idle.clear();
              return calls;
            });
    refused.forEach(call -> call.result.completeExceptionally(closedBefore()));
  }

  /** Also waits for the calls under way, but not for one that this thread performs. */
  void close() {
    refuse();
    Thread thread = Thread.currentThread();
    locked(() -> performing.contains(thread) && closing.add(thread));
    boolean interrupted = false;
    while (locked(() -> underWay > closing.size())) {
      try {
        boolean unused = callEnded.await(CLOSING_LOOK);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
