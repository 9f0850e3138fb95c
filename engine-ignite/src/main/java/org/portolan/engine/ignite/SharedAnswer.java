package org.portolan.engine.ignite;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * A question that callers at the same time ask together. A caller gets the answer to a question
 * that was asked after it had called, never to one that was under way already. The next question
 * waits for that one, but not for long: if a server does not answer, another one may. A failure is
 * the failure of all callers who share the question. Thread-safe.
 */
final class SharedAnswer<T> {
  private final Supplier<T> question;
  private final long patienceMs;

  /** The last question that was asked; completed before the first. */
  private CompletableFuture<T> asked = CompletableFuture.completedFuture(null);

  /** The question that will be asked next; null if nobody waits for one. */
  private CompletableFuture<T> next;

  /**
   * @param patienceMs the longest wait for a question that is under way, before the next is asked
   */
  SharedAnswer(Supplier<T> question, long patienceMs) {
    this.question = question;
    this.patienceMs = patienceMs;
  }

  /** Returns the answer to a question that is asked from now on. */
  T get() {
    CompletableFuture<T> before;
    CompletableFuture<T> mine;
    synchronized (this) {
      if (next != null) {
        mine = next;
        before = null;
      } else {
        mine = new CompletableFuture<>();
        next = mine;
        before = asked;
      }
    }
    if (before != null) {
      ask(before, mine);
    }
    try {
      return mine.join();
    } catch (CompletionException failure) {
      if (failure.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw failure;
    }
  }

  private void ask(CompletableFuture<T> before, CompletableFuture<T> mine) {
    try {
      before.get(patienceMs, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException unanswered) {
      // This question is asked anyway.
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
    synchronized (this) {
      asked = mine;
      next = null;
    }
    try {
      mine.complete(question.get());
    } catch (Throwable failure) {
      mine.completeExceptionally(failure);
    }
  }
}
