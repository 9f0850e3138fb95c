package org.portolan.data.internal.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.portolan.data.StoreRuntime;
import org.portolan.engine.Durability;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;

/**
 * The rows that a session may leave unfinished: a log in the store, written before any of them is
 * changed.
 *
 * <h2>Why</h2>
 *
 * The unfinished rows of a dead writer must be found without reading all rows. A log entry for each
 * write would double the changes of the store. So a row is registered once, and stays registered
 * while it is written again and again, as in the write-intent bitmap of a software RAID. A separate
 * thread registers the rows of many writers in one mutation while the writers still read.
 *
 * <h2>How it works</h2>
 *
 * Entries fill numbered pages of {@value #PAGE_ROWS}. A page without a row being written is removed
 * as a whole, once the store has confirmed an entry of a later page; this costs the store one
 * removal. A row that is written for a long time moves on to the current page, so that old pages
 * can be removed. Thread-safe.
 *
 * <p>See {@code docs/life-of-a-write.md}: step 1.
 */
final class OpenRows {
  /** The version of all entries and removals: each entry is written once, a removal wins. */
  static final long VERSION = 1;

  private static final int PAGE_ROWS = 1_000;
  private static final int FLUSH_BYTES = 256 << 10;

  /** A row registered this many pages ago moves on to the current one. */
  private static final int PAGES_BEHIND_MAX = 2;

  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final Duration IDLE_WAIT = Duration.ofMinutes(1);
  private static final Duration WAIT_MAX = Duration.ofSeconds(60);

  private final Sessions sessions;
  private final StoreRuntime runtime;
  private final long session;
  private final Registrar registrar;
  private final Map<RowKey, Entry> entries = new HashMap<>();
  private final TreeMap<Integer, Page> pages = new TreeMap<>();

  /** The numbers of pages that have ended, until the store has confirmed their removal. */
  private final Set<Integer> retired = new HashSet<>();

  private final StoreRuntime.Signal work;
  private final StoreRuntime.BackgroundThread thread;

  /** A set: a page has no room for a row that is registered in it twice. */
  private Set<Entry> pending = new LinkedHashSet<>();

  private boolean closed;

  /** The last page of which the store has confirmed an entry; 0 for none. */
  private int confirmed;

  private static final class Page {
    final int number;
    int rows;
    int busy;
    int registered;

    Page(int number) {
      this.number = number;
    }
  }

  private static final class Entry {
    final RowKey row;
    final int bytes;
    Page page;
    int busy;
    boolean registered;

    /**
     * The pages that list the row until another page does; each is kept by counting one more write.
     */
    final List<Page> former = new ArrayList<>();

    Throwable failure;
    final List<StoreRuntime.Signal> waiting = new ArrayList<>();

    Entry(RowKey row, int bytes) {
      this.row = row;
      this.bytes = bytes;
    }

    void releaseFormer() {
      former.forEach(page -> page.busy--);
      former.clear();
    }
  }

  /** Writes down in the store which rows are registered. */
  @FunctionalInterface
  interface Registrar {
    /**
     * Registers rows in a page.
     *
     * @param ordinal the place of the first row in the page
     * @return false if the session was ended: they are not registered
     */
    boolean register(int page, int ordinal, List<RowKey> rows);
  }

  /**
   * Entries that were of one page when they were taken; the registration of an entry that moves on
   * afterwards is useless.
   *
   * @param ordinal the place of the first entry in the page
   */
  private record Batch(Page into, int ordinal, List<Entry> entries) {}

  OpenRows(Sessions sessions, StoreRuntime runtime, long session, Registrar registrar) {
    this.sessions = sessions;
    this.runtime = runtime;
    this.session = session;
    this.registrar = registrar;
    this.work = runtime.newSignal();
    this.thread = runtime.start("portolan-open-rows", this::run);
  }

  /**
   * Notes that a row may be written; it is registered in the background.
   *
   * @throws IllegalArgumentException if its key is invalid; nothing is registered
   */
  void prepare(RowKey row) {
    boolean ask = false;
    synchronized (this) {
      Entry entry = entries.computeIfAbsent(row, key -> new Entry(key, sessions.rows().bytes(key)));
      Page current = current();
      if (entry.page == null
          || entry.failure != null
          || current.number - entry.page.number > PAGES_BEHIND_MAX) {
        move(entry, current);
        pending.add(entry);
        ask = true;
      }
      entry.busy++;
      entry.page.busy++;
    }
    if (ask) {
      work.give();
    }
  }

  private Page current() {
    if (!pages.isEmpty() && pages.lastEntry().getValue().rows < PAGE_ROWS) {
      return pages.lastEntry().getValue();
    }
    Page page = new Page(pages.isEmpty() ? 1 : pages.lastKey() + 1);
    pages.put(page.number, page);
    return page;
  }

  private static void move(Entry entry, Page to) {
    if (entry.page != null) {
      entry.page.busy -= entry.busy;
      if (entry.registered) {
        // The page that lists the row stays until the new page lists it.
        entry.page.busy++;
        entry.former.add(entry.page);
      }
    }
    entry.page = to;
    entry.registered = false;
    entry.failure = null;
    to.rows++;
    to.busy += entry.busy;
  }

  /** Notes that nothing is left to do for one {@link #prepare} of each of these rows. */
  synchronized void idle(Collection<RowKey> rows) {
    for (RowKey row : rows) {
      Entry entry = entries.get(row);
      entry.busy--;
      entry.page.busy--;
      if (entry.busy == 0) {
        entry.releaseFormer();
      }
    }
  }

  /**
   * Waits until prepared rows are registered.
   *
   * @throws UnavailableException if they could not be registered; this attempt wrote no row
   */
  void await(Collection<RowKey> rows) throws InterruptedException {
    StoreRuntime.Signal signal = null;
    StoreRuntime.Stopwatch waited = runtime.stopwatch();
    for (RowKey row : rows) {
      while (true) {
        synchronized (this) {
          Entry entry = entries.get(row);
          if (entry.registered) {
            break;
          }
          if (closed
              || entry.failure != null
              || waited.elapsedMonotonic().compareTo(WAIT_MAX) > 0) {
            throw new UnavailableException(
                "row "
                    + row
                    + " could not be registered as being written; this attempt changed nothing",
                entry.failure);
          }
          signal = signal == null ? runtime.newSignal() : signal;
          entry.waiting.add(signal);
        }
        signal.await(LOOK);
      }
    }
  }

  private void run() {
    try {
      Duration wait = IDLE_WAIT;
      while (!closed()) {
        work.await(wait);
        wait = registerAll() ? IDLE_WAIT : LOOK;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Registers all pending rows; returns false if memory ran out before: then it is tried again
   * soon.
   */
  private boolean registerAll() {
    try {
      for (Batch batch = take(); !batch.entries().isEmpty(); batch = take()) {
        register(batch);
      }
      return true;
    } catch (OutOfMemoryError e) {
      return false;
    }
  }

  private synchronized boolean closed() {
    return closed;
  }

  /** Takes entries of one page, up to about {@link #FLUSH_BYTES}. */
  private synchronized Batch take() {
    if (pending.isEmpty()) {
      return new Batch(null, 0, List.of());
    }
    Page into = pending.iterator().next().page;
    List<Entry> entries = new ArrayList<>();
    Set<Entry> rest = new LinkedHashSet<>();
    int bytes = 0;
    for (Entry entry : pending) {
      if (entry.page == into && bytes < FLUSH_BYTES) {
        entries.add(entry);
        bytes += entry.bytes;
      } else {
        rest.add(entry);
      }
    }
    Batch batch = new Batch(into, into.registered, entries);
    into.registered += entries.size();
    pending = rest;
    return batch;
  }

  private void register(Batch batch) {
    try {
      List<RowKey> rows = batch.entries().stream().map(entry -> entry.row).toList();
      if (!registrar.register(batch.into().number, batch.ordinal(), rows)) {
        throw new UnavailableException("the session of this process was ended");
      }
      registered(batch, null);
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      registered(batch, e);
    } catch (Error e) {
      synchronized (this) {
        closed = true;
      }
      registered(batch, e);
      throw e;
    }
  }

  private synchronized void registered(Batch batch, Throwable failure) {
    if (failure == null) {
      confirmed = Math.max(confirmed, batch.into().number);
    }
    for (Entry entry : batch.entries()) {
      if (entry.page != batch.into()) {
        // The row has moved on meanwhile: the outcome of its first registration does not matter.
        continue;
      }
      if (failure == null) {
        entry.releaseFormer();
      }
      entry.registered = failure == null;
      entry.failure = failure;
      entry.waiting.forEach(StoreRuntime.Signal::give);
      entry.waiting.clear();
    }
  }

  /**
   * Removes the pages without a row being written, and those whose removal failed before. The last
   * confirmed page stays: {@link Sessions#remove} removes one page more than it finds, since the
   * first entry of that page may be on its way.
   */
  void retire() {
    List<Integer> removed;
    synchronized (this) {
      Set<Integer> ended = new HashSet<>();
      for (Page page : pages.headMap(confirmed, false).values()) {
        if (page.busy == 0) {
          ended.add(page.number);
        }
      }
      if (!ended.isEmpty()) {
        entries.values().removeIf(entry -> entry.busy == 0 && ended.contains(entry.page.number));
        ended.forEach(pages::remove);
        retired.addAll(ended);
      }
      removed = List.copyOf(retired);
    }
    sessions.removePages(session, removed, Durability.BUFFERED);
    synchronized (this) {
      retired.removeAll(removed);
    }
  }

  void close() {
    synchronized (this) {
      closed = true;
    }
    work.give();
    thread.join();
  }
}
