package org.portolan.data.internal.process;

import java.util.List;
import java.util.Optional;
import org.portolan.engine.Row;

/**
 * The record of a process that has a store open.
 *
 * @param id positive and never reused; on an engine of rows that of the process's session
 * @param epoch that of the design by which the process works; never changes
 * @param owner the process, for people
 * @param renewal rises with every renewal; 0 on an engine of rows, where the session is renewed
 * @param renewedMillis the time of the renewal, by the wall clock of the process; for people
 */
public record ProcessRecord(long id, long epoch, String owner, long renewal, long renewedMillis) {

  static Optional<ProcessRecord> of(Row row) {
    Optional<List<Object>> alive = row.family(ProcessTable.ALIVE);
    return row.family(ProcessTable.PROCESS)
        .map(
            values ->
                new ProcessRecord(
                    (Long) row.key().get(0),
                    (Long) values.get(0),
                    (String) values.get(1),
                    alive.map(renewal -> (Long) renewal.get(0)).orElse(0L),
                    alive.map(renewal -> (Long) renewal.get(1)).orElse(0L)));
  }

  List<Object> process() {
    return List.of(epoch, owner);
  }

  List<Object> alive() {
    return List.of(renewal, renewedMillis);
  }

  ProcessRecord renewed(long nowMillis) {
    return new ProcessRecord(id, epoch, owner, renewal + 1, nowMillis);
  }
}
