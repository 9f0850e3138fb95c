package org.portolan.data.internal.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.portolan.engine.Change;
import org.portolan.engine.Condition;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.TableSchema;
import org.portolan.types.Tuple;

/** All sessions of a store, as it holds them. Thread-safe. */
public final class Sessions {
  private static final long HORIZON = 0;
  private static final long HOUSEKEEPING = -1;

  /** No record has this renewal number. */
  private static final long NO_RENEWAL = -1;

  private static final int SESSIONS_MAX = 500;
  private static final int ROWS_MAX = 1_000;
  private static final int ATTEMPTS_MAX = 5;
  private static final FamilyRead RECORD = FamilyRead.all(SessionTable.SESSION);

  private final Engine engine;
  private final RowList rows;

  /**
   * @param tables the tables whose rows sessions register
   */
  public Sessions(Engine engine, List<TableSchema> tables) {
    this.engine = engine;
    this.rows = RowList.of(tables);
  }

  private static Tuple key(long session, int page) {
    return Tuple.of(session, page);
  }

  /**
   * Returns the time by a server's clock; empty if the engine does not tell it.
   *
   * @throws org.portolan.engine.UnavailableException if no server answers in time
   */
  OptionalLong serverMillis() {
    return engine.serverMillis();
  }

  /**
   * Returns the time by the clock that is furthest behind: this process's, and the servers'. If the
   * engine does not tell theirs, the clocks of active sessions count.
   *
   * @throws org.portolan.engine.UnavailableException if no server answers in time
   */
  public long earliestMillis(long nowMillis) {
    OptionalLong servers = serverMillis();
    return servers.isPresent()
        ? Math.min(nowMillis, servers.getAsLong())
        : all().stream().mapToLong(SessionRecord::renewedMillis).reduce(nowMillis, Math::min);
  }

  /** Returns all sessions: one scan. A session that joins meanwhile may be missing. */
  public List<SessionRecord> all() {
    List<SessionRecord> sessions = new ArrayList<>();
    Scan scan = Scan.of(SessionTable.NAME, KeyRange.ALL, SESSIONS_MAX, RECORD);
    while (true) {
      ScanPage page = engine.scan(scan);
      for (Row row : page.rows()) {
        SessionRecord record = SessionRecord.of(row);
        if (record.id() > 0) {
          sessions.add(record);
        }
      }
      if (page.next().isEmpty()) {
        return sessions;
      }
      scan = scan.following(page);
    }
  }

  /** Returns the record of a session. */
  public Optional<SessionRecord> find(long session) {
    return engine
        .get(Get.of(SessionTable.NAME, key(session, 0), RECORD))
        .family(SessionTable.SESSION)
        .map(values -> SessionRecord.of(session, values));
  }

  /**
   * Replaces a record by a later one.
   *
   * @param before empty for a new record
   * @return whether the record is known to be replaced, and every read sees it
   */
  boolean replace(Optional<SessionRecord> before, SessionRecord after) {
    return replace(before, after, List.of());
  }

  /**
   * As {@link #replace(Optional, SessionRecord)}, and makes other changes in the same round trip.
   *
   * @param beside changes without conditions, which are made in any case
   * @return whether the record is known to be replaced, and the other changes are made
   */
  boolean replace(Optional<SessionRecord> before, SessionRecord after, List<Mutation> beside) {
    Condition condition =
        before
            .<Condition>map(
                record ->
                    new Condition.ColumnEquals(SessionTable.SESSION, "renewal", record.renewal()))
            .orElse(new Condition.Absent(SessionTable.SESSION));
    Mutation mutation =
        Mutation.of(
                SessionTable.NAME,
                key(after.id(), 0),
                new Change.PutColumns(SessionTable.SESSION, after.values()))
            .on(condition)
            .at(after.renewal());
    boolean lost = false;
    try {
      if (made(mutation, beside)) {
        return true;
      }
    } catch (OutcomeUnknownException e) {
      // The store tells whether it was made.
      lost = true;
    }
    // Also after a plain no: an engine may have repeated a change that had already been made.
    boolean replaced =
        find(after.id()).filter(after::equals).isPresent() && (!lost || isSeenByAll(after));
    if (replaced && lost && !beside.isEmpty()) {
      engine.mutateAll(beside, Durability.SYNCED);
    }
    return replaced;
  }

  private boolean made(Mutation conditional, List<Mutation> beside) {
    if (beside.isEmpty()) {
      return engine.mutate(conditional, Durability.SYNCED);
    }
    List<Mutation> all = new ArrayList<>(beside);
    all.add(conditional);
    return engine.mutateAll(all, Durability.SYNCED).get(beside.size());
  }

  /**
   * Makes sure that every read sees a record that one read has seen, or a later one: too few
   * replicas may have it, and then a process may fold counters past a session that it overlooks.
   * Once a conditional change is answered, every earlier one has reached a majority of the
   * replicas, although the condition of this one never holds.
   *
   * @return whether every read sees it; if false, this is unknown
   */
  private boolean isSeenByAll(SessionRecord record) {
    try {
      engine.mutate(
          Mutation.of(
                  SessionTable.NAME,
                  key(record.id(), 0),
                  new Change.PutColumns(SessionTable.SESSION, record.values()))
              .on(new Condition.ColumnEquals(SessionTable.SESSION, "renewal", NO_RENEWAL))
              .at(record.renewal()),
          Durability.SYNCED);
      return true;
    } catch (OutcomeUnknownException e) {
      return false;
    }
  }

  /**
   * Returns the rows that a session has registered, those that its record names among them: their
   * page may still be on its way.
   */
  public Set<RowKey> openRows(SessionRecord session) {
    Set<RowKey> registered = new LinkedHashSet<>(rows.unpacked(session.arriving()));
    registered.addAll(openRows(session.id()));
    return registered;
  }

  /** Returns the rows that the pages of a session list. */
  public Set<RowKey> openRows(long session) {
    Set<RowKey> registered = new LinkedHashSet<>();
    Scan scan =
        Scan.of(
            SessionTable.NAME,
            KeyRange.startingWith(Tuple.of(session)),
            10,
            new FamilyRead.Items(SessionTable.OPEN_ROWS, KeyRange.ALL, ROWS_MAX, false));
    while (true) {
      ScanPage page = engine.scan(scan);
      for (Row row : page.rows()) {
        for (Row.Item item : row.itemsOf(SessionTable.OPEN_ROWS)) {
          registered.add(rows.row(item));
        }
      }
      if (page.next().isEmpty()) {
        return registered;
      }
      scan = scan.following(page);
    }
  }

  /** Registers rows in a page of a session. Atomic for each row, not for all rows. */
  void register(long session, int page, int firstOrdinal, List<RowKey> registered, long version) {
    register(rows.registration(session, page, firstOrdinal, registered, version));
  }

  void register(Mutation registration) {
    engine.mutate(registration, Durability.SYNCED);
  }

  /** Returns the forms of registered rows. */
  RowList rows() {
    return rows;
  }

  /** Removes pages of registered rows. */
  void removePages(long session, List<Integer> pages, Durability durability) {
    if (pages.isEmpty()) {
      return;
    }
    Function<Integer, Mutation> removal =
        page ->
            Mutation.of(
                    SessionTable.NAME,
                    key(session, page),
                    new Change.DeleteFamily(SessionTable.OPEN_ROWS))
                .at(OpenRows.VERSION);
    engine.mutateAll(pages.stream().map(removal).toList(), durability);
  }

  /** Fences a session that seems dead; returns whether it is known to be fenced. */
  public boolean fence(SessionRecord seen) {
    return seen.fenced() || replace(Optional.of(seen), seen.ended());
  }

  /** Removes a session and all its registrations. */
  public void remove(SessionRecord session) {
    // The record is removed last: as long as it exists, some process comes back to the pages.
    List<Integer> pages = new ArrayList<>();
    Scan scan =
        Scan.of(
            SessionTable.NAME,
            KeyRange.startingWith(Tuple.of(session.id())),
            SESSIONS_MAX,
            new FamilyRead.Items(SessionTable.OPEN_ROWS, KeyRange.ALL, 1, false));
    ScanPage found = engine.scan(scan);
    found.rows().forEach(row -> pages.add((Integer) row.key().get(1)));
    // The next page too: the session's last registration may still be on its way there.
    pages.add(pages.stream().mapToInt(page -> page).max().orElse(0) + 1);
    // Synced: a server that forgot the removal would keep rows of a session that no process knows.
    removePages(session.id(), pages, Durability.SYNCED);
    if (found.next().isPresent()) {
      return;
    }
    Mutation removal =
        Mutation.of(
                SessionTable.NAME,
                key(session.id(), 0),
                new Change.DeleteFamily(SessionTable.SESSION))
            .on(new Condition.ColumnEquals(SessionTable.SESSION, "renewal", session.renewal()))
            .at(session.renewal());
    try {
      engine.mutate(removal, Durability.SYNCED);
    } catch (OutcomeUnknownException e) {
      // The next process that lists the sessions finds out.
    }
  }

  /**
   * Removes registered rows whose session no longer exists. A registration that was held up for
   * longer than engines remember removals leaves them.
   *
   * @return how many pages were removed
   */
  public int removeStrayPages() {
    int removed = 0;
    Scan scan =
        Scan.of(
            SessionTable.NAME,
            KeyRange.ALL,
            SESSIONS_MAX,
            new FamilyRead.Items(SessionTable.OPEN_ROWS, KeyRange.ALL, 1, false));
    while (true) {
      ScanPage found = engine.scan(scan);
      Map<Long, List<Integer>> pages = new HashMap<>();
      for (Row row : found.rows()) {
        pages
            .computeIfAbsent((Long) row.key().get(0), session -> new ArrayList<>())
            .add((Integer) row.key().get(1));
      }
      // A session has its record before its first page, and until after the removal of its last.
      pages.keySet().removeIf(session -> find(session).isPresent());
      pages.forEach((session, numbers) -> removePages(session, numbers, Durability.SYNCED));
      removed += pages.values().stream().mapToInt(List::size).sum();
      if (found.next().isEmpty()) {
        return removed;
      }
      scan = scan.following(found);
    }
  }

  /**
   * Returns the version up to which additions to counters may have been folded. Every session that
   * joins begins above it.
   */
  public long horizon() {
    return find(HORIZON).map(SessionRecord::floor).orElse(0L);
  }

  /**
   * Raises the horizon, but not far beyond the servers' time: every joining session begins above
   * it, and engines refuse versions more than a day ahead. If the engine does not tell its servers'
   * time, a process whose clock is ahead can raise the horizon as far as that clock.
   *
   * @param wanted positive
   * @return the version up to which it is raised now, at most {@code wanted}; {@link
   *     SessionRecord#JOINING} if this is unknown
   */
  public long raiseHorizon(long wanted, long nowMillis) {
    for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      Optional<SessionRecord> before = find(HORIZON);
      long floor = before.map(SessionRecord::floor).orElse(0L);
      if (floor >= wanted) {
        return wanted;
      }
      long version = WallClocks.admissible(this, floor, wanted);
      if (version <= floor) {
        return floor;
      }
      SessionRecord after =
          before
              .map(record -> record.renewed(version, nowMillis))
              .orElse(new SessionRecord(HORIZON, 1, version, false, nowMillis, "horizon"));
      if (replace(before, after)) {
        return version;
      }
    }
    return SessionRecord.JOINING;
  }

  /**
   * Takes the turn for work that one process does at intervals, for a while. The record then says
   * that the last turn ended so long ago that the next one is due after that while: every release
   * reads it so.
   *
   * @return the record of the turn; empty if it is not this process's turn. Otherwise no other
   *     process gets it until {@code hold} has passed, unless its clock is ahead by about as much
   */
  Optional<SessionRecord> takeTurn(Duration every, Duration hold, long nowMillis) {
    Optional<SessionRecord> before = find(HOUSEKEEPING);
    if (before.isEmpty()) {
      replace(before, new SessionRecord(HOUSEKEEPING, 1, 0, false, nowMillis, "housekeeping"));
      return Optional.empty();
    }
    long since = Math.abs(nowMillis - before.get().renewedMillis());
    return since < every.toMillis()
        ? Optional.empty()
        : holdTurn(before.get(), every, hold, nowMillis);
  }

  /** Holds a turn for another while; returns empty if another process has changed the record. */
  Optional<SessionRecord> holdTurn(
      SessionRecord before, Duration every, Duration hold, long nowMillis) {
    SessionRecord held = before.renewed(0, nowMillis - every.minus(hold).toMillis());
    return replace(Optional.of(before), held) ? Optional.of(held) : Optional.empty();
  }

  /** Notes that the work of a turn has just been done, whichever process holds the turn now. */
  void endTurn(long nowMillis) {
    for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      Optional<SessionRecord> before = find(HOUSEKEEPING);
      if (before.isEmpty() || replace(before, before.get().renewed(0, nowMillis))) {
        return;
      }
    }
  }
}
