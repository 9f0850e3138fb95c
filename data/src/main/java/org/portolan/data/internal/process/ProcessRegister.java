package org.portolan.data.internal.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.data.Store.Guarantee;
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
import org.portolan.types.Tuple;

/**
 * All records of the processes that have a store open, as the store holds them. Every change is on
 * a condition: on an engine of rows, conditions keep the changes of a family in order only if every
 * change has one. Thread-safe.
 */
public final class ProcessRegister {
  private static final int PAGE_ROWS = 500;
  private static final int ATTEMPTS_MAX = 3;
  private static final FamilyRead RECORD = FamilyRead.all(ProcessTable.PROCESS);
  private static final FamilyRead ALIVE = FamilyRead.all(ProcessTable.ALIVE);

  private final Engine engine;
  private final boolean renewed;

  public ProcessRegister(Engine engine) {
    this.engine = engine;
    this.renewed = Guarantee.of(engine.capabilities()) == Guarantee.ATOMIC;
  }

  static RowKey row(long id) {
    return new RowKey(ProcessTable.NAME, Tuple.of(id));
  }

  /** Returns the read of the part of a record that never changes. */
  static Get get(long id) {
    return Get.of(ProcessTable.NAME, Tuple.of(id), RECORD);
  }

  /** Returns all records: one scan. A process that inserts its record meanwhile may be missing. */
  public List<ProcessRecord> all() {
    List<ProcessRecord> records = new ArrayList<>();
    Scan scan = Scan.of(ProcessTable.NAME, KeyRange.ALL, PAGE_ROWS, RECORD, ALIVE);
    while (true) {
      ScanPage page = engine.scan(scan);
      for (Row row : page.rows()) {
        ProcessRecord.of(row).ifPresent(records::add);
      }
      if (page.next().isEmpty()) {
        return records;
      }
      scan = scan.following(page);
    }
  }

  Optional<ProcessRecord> find(long id) {
    return ProcessRecord.of(engine.get(Get.of(ProcessTable.NAME, Tuple.of(id), RECORD, ALIVE)));
  }

  private static Mutation change(long id, Condition condition, List<Change> changes) {
    return Mutation.of(ProcessTable.NAME, Tuple.of(id), changes).on(condition);
  }

  private Mutation insertion(ProcessRecord record) {
    List<Change> changes = new ArrayList<>();
    changes.add(new Change.PutColumns(ProcessTable.PROCESS, record.process()));
    if (renewed) {
      changes.add(new Change.PutColumns(ProcessTable.ALIVE, record.alive()));
    }
    return change(record.id(), new Condition.Absent(ProcessTable.PROCESS), changes);
  }

  /**
   * Inserts a record of a new id.
   *
   * @return whether it is known to be inserted by this call. If not, use another id: an insertion
   *     of unknown outcome may arrive after another process has removed the record
   */
  boolean insertNew(ProcessRecord record) {
    try {
      return engine.mutate(insertion(record), Durability.SYNCED);
    } catch (OutcomeUnknownException e) {
      return false;
    }
  }

  /**
   * Inserts the record of a session. The insertion may be made more than once: a record whose
   * session is gone says nothing.
   *
   * @return whether it is known to be there, and every read sees it
   */
  boolean insertOfSession(ProcessRecord record) {
    for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      try {
        if (engine.mutate(insertion(record), Durability.SYNCED)) {
          return true;
        }
      } catch (OutcomeUnknownException e) {
        // The answer of the next attempt brings this one to a majority of the replicas.
        continue;
      }
      // Made by an attempt before; or the engine has repeated this one.
      if (find(record.id()).filter(record::equals).isPresent()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Renews a record.
   *
   * @return whether it was renewed; if not, it is gone, or another renewal came first
   */
  boolean renew(ProcessRecord before, ProcessRecord after) {
    return engine.mutate(
        change(
            after.id(),
            renewalIs(before),
            List.of(new Change.PutColumns(ProcessTable.ALIVE, after.alive()))),
        Durability.BUFFERED);
  }

  private static Condition renewalIs(ProcessRecord record) {
    return new Condition.ColumnEquals(ProcessTable.ALIVE, ProcessTable.RENEWAL, record.renewal());
  }

  /**
   * Fences a process that seems dead, where transactions span the store: removes its record, so
   * that every transaction that has got it fails. Does nothing if the record was renewed since.
   *
   * @return whether the record is known to be gone
   * @throws OutcomeUnknownException if this is unknown
   */
  boolean fence(ProcessRecord seen) {
    return engine.mutate(removal(seen, renewalIs(seen)), Durability.SYNCED)
        || find(seen.id()).isEmpty();
  }

  /**
   * Removes a record, of this process or of a session that is gone. Does nothing if there is none.
   *
   * @throws OutcomeUnknownException if it is unknown whether it is removed
   */
  void remove(ProcessRecord record) {
    engine.mutate(
        removal(
            record,
            new Condition.ColumnEquals(ProcessTable.PROCESS, ProcessTable.EPOCH, record.epoch())),
        Durability.SYNCED);
  }

  private Mutation removal(ProcessRecord record, Condition condition) {
    List<Change> changes = new ArrayList<>();
    changes.add(new Change.DeleteFamily(ProcessTable.PROCESS));
    if (renewed) {
      changes.add(new Change.DeleteFamily(ProcessTable.ALIVE));
    }
    return change(record.id(), condition, changes);
  }
}
