package org.portolan.data.internal.auto;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.data.internal.session.RenewalWatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which process decides about the automatic layouts of a store: one at a time.
 *
 * <h2>How it works</h2>
 *
 * A text of the store names the process, with a number that rises with each renewal. Every change
 * of it is on condition of the text before, so of several processes that want the turn one gets it.
 * The holder renews it in each window and before each move. A process that has seen no renewal for
 * three windows, by its own monotonic clock, takes it over.
 *
 * <h2>How it fails</h2>
 *
 * A holder that was held up learns from its next renewal that another process has the turn. If it
 * was held up after a renewal and before a move, the move is made all the same, unless the design
 * has changed since before that renewal: moves are on condition of the epoch. So each move was
 * decided by a process that had the turn while the design was the one that it knew. Two moves can
 * never be under way at once; the state of the design in the store admits one change.
 *
 * <p>Used by one thread.
 */
final class AutoTurn {
  /** As a note it tells people who decides. */
  static final String NAME = "note auto turn";

  /** No process is taken for dead sooner, however short its windows are. */
  static final Duration DEAD_AFTER_LEAST = Duration.ofSeconds(45);

  private static final Logger LOG = LoggerFactory.getLogger(AutoTurn.class);
  private static final long NOBODY = 0;

  private final StoreMeta meta;
  private final StoreRuntime runtime;
  private final Duration deadAfter;
  private final long id;
  private final RenewalWatch renewals;
  private boolean held;

  /** The text: for people, and in its last line the holder and the number of the renewal. */
  private record Turn(long holder, long renewal, String words) {
    static final Turn NONE = new Turn(NOBODY, 0, "");

    static Turn parse(String text) {
      int last = text.lastIndexOf('\n');
      String[] numbers = text.substring(last + 1).split(" ", -1);
      return new Turn(
          Long.parseLong(numbers[0]), Long.parseLong(numbers[1]), text.substring(0, last));
    }

    String text() {
      return words + "\n" + holder + " " + renewal;
    }
  }

  /**
   * @param window how often a holder renews its turn
   */
  AutoTurn(StoreMeta meta, StoreRuntime runtime, Duration window) {
    this.meta = meta;
    this.runtime = runtime;
    this.deadAfter = deadAfter(window);
    this.id = runtime.random().nextLong(1, Long.MAX_VALUE);
    this.renewals = new RenewalWatch(runtime);
  }

  /** Returns for how long a process must have told nothing before others count it no more. */
  static Duration deadAfter(Duration window) {
    Duration windows = window.multipliedBy(3);
    return windows.compareTo(DEAD_AFTER_LEAST) > 0 ? windows : DEAD_AFTER_LEAST;
  }

  /**
   * Takes the turn if nobody alive has it, and renews it if this process has it.
   *
   * @return whether this process had it at some moment during the call
   * @throws org.portolan.engine.EngineException if the store does not answer
   */
  boolean take() {
    Optional<String> before = meta.readSurely(NAME);
    Turn turn = before.map(Turn::parse).orElse(Turn.NONE);
    boolean free = turn.holder() == NOBODY;
    if (turn.holder() != id && !free) {
      renewals.forgetAllBut(List.of(turn.holder()));
      boolean renewed = renewals.note(turn.holder(), turn.renewal());
      if (renewed || !renewals.isSilentFor(turn.holder(), deadAfter)) {
        held = false;
        return false;
      }
    }
    String words = runtime.processName() + " decides";
    boolean taken = meta.replace(NAME, before, new Turn(id, turn.renewal() + 1, words).text());
    if (taken && !held) {
      LOG.info(
          "this process decides about automatic layouts from now on{}",
          free ? "" : "; before, one that is silent did: " + turn.words());
    }
    held = taken;
    return taken;
  }

  /** Gives up the turn, if this process has it, so that another one need not wait. */
  void leave() {
    Optional<String> before = held ? meta.read(NAME) : Optional.empty();
    Turn turn = before.map(Turn::parse).orElse(Turn.NONE);
    if (turn.holder() == id) {
      boolean unused =
          meta.replace(NAME, before, new Turn(NOBODY, turn.renewal() + 1, "nobody decides").text());
    }
    held = false;
  }
}
