package org.portolan.engine.ignite;

import java.util.concurrent.atomic.AtomicReference;
import org.portolan.engine.UnavailableException;

/**
 * The progress of a change, shared by the thread that makes it and the thread that waits for it:
 * either it may have an effect, or it is given up and never will. Thread-safe.
 */
final class Progress {
  private enum State {
    WITHOUT_EFFECT,
    WITH_EFFECT,
    GIVEN_UP
  }

  private final AtomicReference<State> state = new AtomicReference<>(State.WITHOUT_EFFECT);
  private volatile boolean commitBegun;

  /**
   * Notes that a commit begins, perhaps one that only compares what it has read. Servers lock these
   * entries too, so it must not be left alone if it does not end.
   *
   * @throws UnavailableException if the waiting thread has given up
   */
  void beginCommit() {
    // First, so that a thread that gives up now either sees it or is seen.
    commitBegun = true;
    requireNotGivenUp();
  }

  private void requireNotGivenUp() {
    if (state.get() == State.GIVEN_UP) {
      throw new UnavailableException("given up; nothing was changed");
    }
  }

  /** Whether a commit has begun, or a write that is its own transaction. */
  boolean hasBegunCommit() {
    return commitBegun;
  }

  /**
   * Notes that a commit begins and that an effect is possible; call this before the first request
   * that may change something.
   *
   * @throws UnavailableException if the waiting thread has given up
   */
  void beginEffect() {
    commitBegun = true;
    state.compareAndSet(State.WITHOUT_EFFECT, State.WITH_EFFECT);
    requireNotGivenUp();
  }

  boolean hasEffect() {
    return state.get() == State.WITH_EFFECT;
  }

  /** Gives up; returns whether it is certain that nothing was changed and nothing will be. */
  boolean giveUp() {
    state.compareAndSet(State.WITHOUT_EFFECT, State.GIVEN_UP);
    return !hasEffect();
  }
}
