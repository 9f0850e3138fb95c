package org.portolan.engine.ignite;

import java.util.concurrent.atomic.AtomicReference;
import org.portolan.engine.UnavailableException;

/**
 * How far a change has come, between the thread that makes it and the one that waits for it: either
 * it may have an effect, or it is given up and never will. Thread-safe.
 */
final class Progress {
  private enum State {
    WITHOUT_EFFECT,
    WITH_EFFECT,
    GIVEN_UP
  }

  private final AtomicReference<State> state = new AtomicReference<>(State.WITHOUT_EFFECT);

  /**
   * To be called before the first request that may change something.
   *
   * @throws UnavailableException if nobody waits any more
   */
  void beginEffect() {
    if (!state.compareAndSet(State.WITHOUT_EFFECT, State.WITH_EFFECT) && !hasEffect()) {
      throw new UnavailableException("given up; nothing was changed");
    }
  }

  boolean hasEffect() {
    return state.get() == State.WITH_EFFECT;
  }

  /** Returns whether it is certain that nothing was changed and nothing will be. */
  boolean giveUp() {
    state.compareAndSet(State.WITHOUT_EFFECT, State.GIVEN_UP);
    return !hasEffect();
  }
}
