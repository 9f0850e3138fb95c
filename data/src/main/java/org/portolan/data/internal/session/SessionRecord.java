package org.portolan.data.internal.session;

import java.util.List;
import org.portolan.engine.Row;

/**
 * What the store holds of a session.
 *
 * @param id positive and never used again; what is not positive is no session, but a record that
 *     all share, as the {@linkplain Sessions#horizon horizon}
 * @param renewal rises by one with every change of this record
 * @param floor a promise: all writes of the session with a version below it are done or never will
 *     be committed, and every further write has at least this version; {@link #JOINING} while the
 *     session makes no promise yet
 * @param fenced whether somebody has ended the session because it seemed dead
 * @param renewedMillis when it was renewed, by its own wall clock
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

  /** Returns this record once somebody has fenced the session. */
  public SessionRecord ended() {
    return new SessionRecord(id, renewal + 1, floor, true, renewedMillis, owner);
  }
}
