package org.portolan.data.internal.process;

import java.util.List;
import java.util.Set;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.data.internal.session.Admission;
import org.portolan.data.internal.session.Sessions;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Admits the sessions of a process whose design has the epoch in force, and records their epoch.
 * The session is in the store before the epoch is read. So a process that writes an epoch and then
 * looks at the sessions either sees this one, or this process sees the new epoch. A session without
 * a record holds up every epoch: it is joining, or of a release that has no records. Thread-safe.
 */
public final class EpochAdmission implements Admission {
  private static final Logger LOG = LoggerFactory.getLogger(EpochAdmission.class);

  private final ProcessRegister register;
  private final Sessions sessions;
  private final StoreMeta meta;
  private final long epoch;
  private final String owner;
  private final Runnable unchanged;

  /**
   * @param epoch that of the design by which the sessions write
   * @param owner the process, for people
   * @param unchanged refuses to go on if the store was stopped for another change of its design
   */
  public EpochAdmission(Engine engine, long epoch, String owner, Runnable unchanged) {
    this.register = new ProcessRegister(engine);
    this.sessions = new Sessions(engine, List.of());
    this.meta = new StoreMeta(engine);
    this.epoch = epoch;
    this.owner = owner;
    this.unchanged = unchanged;
  }

  private ProcessRecord record(long session) {
    return new ProcessRecord(session, epoch, owner, 0, 0);
  }

  /**
   * {@inheritDoc}
   *
   * @throws EpochOverException if the store has another epoch
   * @throws ConflictException if it is unknown whether the record was written; try again
   */
  @Override
  public void admit(long session) {
    long stored = Epoch.readSurely(meta);
    if (stored != epoch) {
      throw EpochOverException.moved(epoch, stored);
    }
    unchanged.run();
    if (!register.insertOfSession(record(session))) {
      throw new ConflictException(Set.of());
    }
  }

  /** As long as the session is in the store, its record says by which epoch it may still write. */
  @Override
  public void left(long session) {
    try {
      if (sessions.find(session).isEmpty()) {
        register.remove(record(session));
      }
    } catch (EngineException e) {
      LOG.debug("others remove the record of session {}", session, e);
    }
  }
}
