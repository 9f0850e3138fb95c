package org.portolan.data.internal.repaired;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.portolan.data.internal.session.Ticket;
import org.portolan.engine.RowKey;

/**
 * The rows that this process has to look at again, since it could not finish them, and the tickets
 * of the writes that wait for it. Thread-safe.
 */
final class Unfinished {
  private final Map<RowKey, List<Ticket>> rows = new LinkedHashMap<>();
  private final Set<RowKey> doubtful = new HashSet<>();

  /**
   * Adds a row.
   *
   * @param ticket the write that is not done before the row is; it is held
   */
  synchronized void add(RowKey row, Ticket ticket) {
    // Held first: if memory ends here, a ticket held for nothing does less harm than one let go.
    rows.computeIfAbsent(row, any -> new ArrayList<>()).add(ticket.hold());
  }

  /**
   * Adds a row whose commit may still arrive: it is finished only once it was changed, so that the
   * commit finds its condition false.
   */
  synchronized void addDoubtful(RowKey row, Ticket ticket) {
    add(row, ticket);
    doubtful.add(row);
  }

  synchronized boolean isDoubtful(RowKey row) {
    return doubtful.contains(row);
  }

  /** Lets the others be tried before a row that could not be finished. */
  synchronized void later(RowKey row) {
    List<Ticket> tickets = rows.remove(row);
    if (tickets != null) {
      rows.put(row, tickets);
    }
  }

  synchronized List<RowKey> all() {
    return List.copyOf(rows.keySet());
  }

  synchronized int size() {
    return rows.size();
  }

  /** Returns the writes that wait for a row now. */
  synchronized List<Ticket> waiting(RowKey row) {
    return List.copyOf(rows.getOrDefault(row, List.of()));
  }

  /** Says that a row is finished for writes that waited for it. */
  void finished(RowKey row, List<Ticket> waited) {
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
