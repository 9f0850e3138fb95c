package org.portolan.data.internal.process;

import java.util.ArrayList;
import java.util.List;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.session.RenewalWatch;
import org.portolan.data.internal.session.SessionWatch;
import org.portolan.engine.OutcomeUnknownException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The processes at a store whose transactions span it: their records are their guards. */
final class AtomicMembers implements Members {
  private static final Logger LOG = LoggerFactory.getLogger(AtomicMembers.class);

  private final ProcessRegister register;
  private final RenewalWatch renewals;

  AtomicMembers(ProcessRegister register, StoreRuntime runtime) {
    this.register = register;
    this.renewals = new RenewalWatch(runtime);
  }

  @Override
  public List<String> behind(long epoch) {
    List<ProcessRecord> records = register.all();
    renewals.forgetAllBut(records.stream().map(ProcessRecord::id).toList());
    List<String> behind = new ArrayList<>();
    for (ProcessRecord record : records) {
      boolean renewed = renewals.note(record.id(), record.renewal());
      if (record.epoch() >= epoch) {
        continue;
      }
      if (renewed
          || !renewals.isSilentFor(record.id(), SessionWatch.DEAD_AFTER)
          || !isFenced(record)) {
        behind.add(record.owner() + " (process " + record.id() + ", epoch " + record.epoch() + ")");
      }
    }
    return behind;
  }

  private boolean isFenced(ProcessRecord silent) {
    try {
      if (register.fence(silent)) {
        LOG.info(
            "fenced process {} of {}, which worked by epoch {} and seemed dead",
            silent.id(),
            silent.owner(),
            silent.epoch());
        return true;
      }
    } catch (OutcomeUnknownException e) {
      LOG.debug("the next look finds out whether process {} is fenced", silent.id(), e);
    }
    return false;
  }
}
