package org.portolan.data.internal.repaired.state;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.portolan.data.internal.session.Ticket;
import org.portolan.engine.RowKey;

/**
 * The rows that this process could not finish and must look at again, with the tickets of the
 * writes that wait for them. Thread-safe.
 */
public final class Unfinished {
  private final Map<RowKey, List<Ticket>> rows = new LinkedHashMap<>();
  private final Set<RowKey> doubtful = new HashSet<>();

  /**
   * Adds a row.
   *
   * @param ticket the write that is not done before the row is finished; the ticket is held
   */
  public synchronized void add(RowKey row, Ticket ticket) {
    // The ticket is held first: if memory runs out here, a ticket held for nothing does less harm
    // than one released too early.
    rows.computeIfAbsent(row, any -> new ArrayList<>()).add(ticket.hold());
  }

  /**
   * Adds a row whose commit may still arrive. The row is finished only after it was changed, so
   * that the commit finds its condition false.
   */
  public synchronized void addDoubtful(RowKey row, Ticket ticket) {
    add(row, ticket);
    doubtful.add(row);
  }

  public synchronized boolean isDoubtful(RowKey row) {
    return doubtful.contains(row);
  }

  /** Moves a row that could not be finished behind the others. */
  public synchronized void later(RowKey row) {
    List<Ticket> tickets = rows.remove(row);
    if (tickets != null) {
      rows.put(row, tickets);
    }
  }

  public synchronized List<RowKey> all() {
    return List.copyOf(rows.keySet());
  }

  public synchronized int size() {
    return rows.size();
  }

  /** Returns the tickets of the writes that now wait for a row. */
  public synchronized List<Ticket> waiting(RowKey row) {
    return List.copyOf(rows.getOrDefault(row, List.of()));
  }

  /** Notes that a row is finished, for writes that waited for it. */
  public void finished(RowKey row, List<Ticket> waited) {
    synchronized (this) {
      List<Ticket> left = rows.get(row);
      if (left == null) {
        return;
      }
      waited.forEach(left::remove);
      if (left.isEmpty()) {
        rows.remove(row);
        doubtful.remove(row);
      }
    }
    waited.forEach(Ticket::release);
  }
}
