package org.portolan.data.internal.process;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.portolan.data.DataException;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.internal.background.Waits;
import org.portolan.data.internal.session.CurrentSessions;
import org.portolan.data.internal.session.SessionWatch;
import org.portolan.engine.Engine;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until every process at a store works by an epoch, and fences those that are silent. Use one
 * of these for all epochs of a change: it remembers since when a process has been silent. Several
 * processes may wait at once, each by its own. Used by one thread at a time.
 */
public final class EpochWait {
  private static final Logger LOG = LoggerFactory.getLogger(EpochWait.class);
  private static final Duration LOOK = Duration.ofMillis(500);

  private final Members members;
  private final StoreRuntime runtime;

  private EpochWait(Members members, StoreRuntime runtime) {
    this.members = members;
    this.runtime = runtime;
  }

  /** Waits for the processes at a store whose transactions span it. */
  public static EpochWait ofAtomic(Engine engine, StoreRuntime runtime) {
    return new EpochWait(new AtomicMembers(new ProcessRegister(engine), runtime), runtime);
  }

  /**
   * Waits for the processes at a store on an engine of rows.
   *
   * @param sessions ends those of silent processes. The own session holds up nothing if it has no
   *     record, so its writes must not depend on the epoch
   */
  public static EpochWait ofRepaired(
      Engine engine, CurrentSessions sessions, StoreRuntime runtime) {
    return new EpochWait(new RepairedMembers(new ProcessRegister(engine), sessions), runtime);
  }

  /**
   * Returns once no process is left that could commit a write by an epoch below the given one. Call
   * it after that epoch, or a later one, was {@linkplain Epoch#write written}: a process that joins
   * afterwards works by it. A process that died is waited for until it has been silent for {@link
   * SessionWatch#DEAD_AFTER}.
   *
   * @param waitingFor told which processes are waited for, whenever that changes
   * @throws DataException if a process is still at work by an earlier epoch after {@code patience};
   *     the message names it
   * @throws org.portolan.data.InterruptedWaitException if the thread is interrupted
   */
  public void awaitAll(long epoch, Duration patience, Consumer<String> waitingFor) {
    Stopwatch since = runtime.stopwatch();
    List<String> told = List.of();
    while (true) {
      List<String> behind = look(epoch);
      if (behind.isEmpty()) {
        return;
      }
      if (!behind.equals(told)) {
        waitingFor.accept(String.join(", ", behind));
        told = behind;
      }
      if (since.exceeds(patience)) {
        throw new DataException(
            "cannot go on to epoch "
                + epoch
                + " of the store's design, since it is not in force everywhere: "
                + String.join(", ", behind)
                + "; stop these processes, or let them answer, then go on with the change");
      }
      Waits.pause(
          runtime,
          LOOK,
          () -> "the wait for other processes was interrupted; go on with the change later");
    }
  }

  private List<String> look(long epoch) {
    try {
      return members.behind(epoch);
    } catch (UnavailableException | OutcomeUnknownException e) {
      LOG.debug("looked in vain for processes at the store", e);
      return List.of("the store itself, which does not answer");
    }
  }
}
