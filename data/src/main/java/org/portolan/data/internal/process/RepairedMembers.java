package org.portolan.data.internal.process;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.portolan.data.internal.session.CurrentSessions;
import org.portolan.data.internal.session.SessionRecord;

/**
 * The processes at a store on an engine of rows: their sessions, each with the record of its epoch.
 * A session that is silent is ended as by any sweep: its rows are finished and changed, so that a
 * commit still on its way finds its condition false. As long as anything of that is left to do, the
 * session is there.
 */
final class RepairedMembers implements Members {
  private final ProcessRegister register;
  private final CurrentSessions sessions;

  RepairedMembers(ProcessRegister register, CurrentSessions sessions) {
    this.register = register;
    this.sessions = sessions;
  }

  @Override
  public List<String> behind(long epoch) {
    // Sessions first: one that joins after this look reads the epoch in force.
    List<SessionRecord> left = sessions.left();
    Map<Long, ProcessRecord> records = new HashMap<>();
    register.all().forEach(record -> records.put(record.id(), record));
    List<String> behind = new ArrayList<>();
    for (SessionRecord session : left) {
      ProcessRecord record = records.remove(session.id());
      if (record == null && !sessions.isOwn(session)) {
        behind.add(
            session.owner()
                + " (session "
                + session.id()
                + ", which has no epoch: it is joining, or is of an earlier release)");
      } else if (record != null && record.epoch() < epoch) {
        behind.add(
            session.owner() + " (session " + session.id() + ", epoch " + record.epoch() + ")");
      }
    }
    for (ProcessRecord record : records.values()) {
      // A session may have joined since the first look.
      if (!sessions.has(record.id())) {
        register.remove(record);
      }
    }
    return behind;
  }
}
