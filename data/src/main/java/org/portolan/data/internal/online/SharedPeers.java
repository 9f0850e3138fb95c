package org.portolan.data.internal.online;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.background.Waits;
import org.portolan.data.internal.epoch.Epochs;
import org.portolan.data.internal.process.EpochWait;
import org.portolan.data.internal.repaired.Repairing;
import org.portolan.data.internal.session.CurrentSessions;
import org.portolan.data.internal.session.SessionRecord;
import org.portolan.data.internal.session.SessionWatch;
import org.portolan.engine.Engine;

/** The processes at a store on servers. Used by one thread at a time. */
final class SharedPeers implements Peers {
  private final EpochWait wait;
  private final boolean readersUnknown;
  private final Duration patience;
  private final StoreRuntime runtime;

  /**
   * @param patience how long to wait for a living process
   */
  SharedPeers(Engine engine, Epochs epochs, StoreRuntime runtime, Duration patience) {
    this.readersUnknown = Guarantee.of(engine.capabilities()) == Guarantee.REPAIRED;
    this.wait =
        readersUnknown
            ? EpochWait.ofRepaired(engine, new Own(epochs), runtime)
            : EpochWait.ofAtomic(engine, runtime);
    this.patience = patience;
    this.runtime = runtime;
  }

  @Override
  public void await(long epoch, Consumer<String> waiting) {
    wait.awaitAll(epoch, patience, waiting);
  }

  /**
   * {@inheritDoc}
   *
   * <p>Where transactions span the store, every process is known. On an engine of rows one that
   * only reads is not: it does not read for longer than {@link DesignWatch#LEASE} without a look.
   */
  @Override
  public void awaitReaders(Consumer<String> waiting) {
    if (readersUnknown) {
      waiting.accept("readers, " + SessionWatch.DEAD_AFTER.toSeconds() + " s");
      Waits.pause(
          runtime,
          SessionWatch.DEAD_AFTER,
          () -> "the wait for readers was interrupted; go on with the change later");
    }
  }

  /** The sessions as the parts in force see them. */
  private record Own(Epochs epochs) implements CurrentSessions {
    private Repairing now() {
      return epochs.now().repairing().orElseThrow();
    }

    @Override
    public List<SessionRecord> left() {
      return now().left();
    }

    @Override
    public boolean has(long session) {
      return now().has(session);
    }

    @Override
    public boolean isOwn(SessionRecord session) {
      return now().isOwn(session);
    }
  }
}
