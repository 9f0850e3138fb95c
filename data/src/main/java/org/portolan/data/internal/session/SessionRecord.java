package org.portolan.data.internal.session;

import java.util.List;
import org.portolan.engine.Row;

/**
 * The record of a session in the store.
 *
 * @param id positive and never reused; other ids are not sessions but records that all processes
 *     share, like the {@linkplain Sessions#horizon horizon}
 * @param renewal rises by one with every change of this record
 * @param floor a promise: all writes of the session with a version below it are done or never will
 *     be committed, and every further write has at least this version; {@link #JOINING} while the
 *     session makes no promise yet
 * @param fenced whether a process has ended the session because it seemed dead
 * @param renewedMillis the time of the renewal, by the wall clock of the session's process
 * @param owner the process, for people
 */
public record SessionRecord(
    long id, long renewal, long floor, boolean fenced, long renewedMillis, String owner) {
  /** The floor of a session that makes no promise yet: nothing may be folded meanwhile. */
  public static final long JOINING = 0;

  static SessionRecord of(long id, List<Object> values) {
    return new SessionRecord(
        id,
        (Long) values.get(0),
        (Long) values.get(1),
        (Boolean) values.get(2),
        (Long) values.get(3),
        (String) values.get(4));
  }

  static SessionRecord of(Row row) {
    return of((Long) row.key().get(0), row.family(SessionTable.SESSION).orElseThrow());
  }

  List<Object> values() {
    return List.of(renewal, floor, fenced, renewedMillis, owner);
  }

  SessionRecord renewed(long newFloor, long nowMillis) {
    return new SessionRecord(id, renewal + 1, newFloor, fenced, nowMillis, owner);
  }

  /** Returns this record as fenced. */
  public SessionRecord ended() {
    return new SessionRecord(id, renewal + 1, floor, true, renewedMillis, owner);
  }
}
