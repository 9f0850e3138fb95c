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

  /**
   * Notes that a commit begins which only compares what it has read. Servers lock these entries
   * too.
   *
   * @throws UnavailableException if the waiting thread has given up
   */
  void beginCommit() {
    if (state.get() == State.GIVEN_UP) {
      throw new UnavailableException("given up; nothing was changed");
    }
  }

  /**
   * Notes that a commit begins and that an effect is possible; call this before the first request
   * that may change something.
   *
   * @throws UnavailableException if the waiting thread has given up
   */
  void beginEffect() {
    state.compareAndSet(State.WITHOUT_EFFECT, State.WITH_EFFECT);
    beginCommit();
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
