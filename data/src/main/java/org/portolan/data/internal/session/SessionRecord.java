package org.portolan.data.internal.session;

import java.util.Base64;
import java.util.List;
import org.portolan.engine.Row;
import org.portolan.types.Bytes;

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
 * @param arriving the rows whose registration this change of the record has confirmed, packed:
 *     their page may still be on its way. They follow the owner's name in its column, so that the
 *     record has no new column
 */
public record SessionRecord(
    long id,
    long renewal,
    long floor,
    boolean fenced,
    long renewedMillis,
    String owner,
    Bytes arriving) {
  /** The floor of a session that makes no promise yet: nothing may be folded meanwhile. */
  public static final long JOINING = 0;

  private static final char END_OF_OWNER = '\n';

  SessionRecord(
      long id, long renewal, long floor, boolean fenced, long renewedMillis, String owner) {
    this(id, renewal, floor, fenced, renewedMillis, owner, Bytes.EMPTY);
  }

  static SessionRecord of(long id, List<Object> values) {
    String owner = (String) values.get(4);
    int end = owner.indexOf(END_OF_OWNER);
    return new SessionRecord(
        id,
        (Long) values.get(0),
        (Long) values.get(1),
        (Boolean) values.get(2),
        (Long) values.get(3),
        end < 0 ? owner : owner.substring(0, end),
        end < 0 ? Bytes.EMPTY : Bytes.wrap(Base64.getDecoder().decode(owner.substring(end + 1))));
  }

  static SessionRecord of(Row row) {
    return of((Long) row.key().get(0), row.family(SessionTable.SESSION).orElseThrow());
  }

  List<Object> values() {
    String rows =
        arriving.length() == 0
            ? ""
            : END_OF_OWNER + Base64.getEncoder().encodeToString(arriving.toArray());
    return List.of(renewal, floor, fenced, renewedMillis, owner + rows);
  }

  SessionRecord renewed(long newFloor, long nowMillis) {
    return renewed(newFloor, nowMillis, Bytes.EMPTY);
  }

  SessionRecord renewed(long newFloor, long nowMillis, Bytes newArriving) {
    return new SessionRecord(id, renewal + 1, newFloor, fenced, nowMillis, owner, newArriving);
  }

  /**
   * Returns the version up to which the session's process replaces the states of rows without
   * asking whether the session is alive. The end of the session gives its rows versions above it.
   */
  public long ceiling() {
    return Math.max(floor, renewedMillis) + SessionWatch.DEAD_AFTER.toMillis();
  }

  /** Returns this record as fenced. */
  public SessionRecord ended() {
    return new SessionRecord(id, renewal + 1, floor, true, renewedMillis, owner, arriving);
  }
}
