package org.portolan.data.internal.read;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.portolan.data.internal.access.Access;
import org.portolan.engine.Get;
import org.portolan.engine.Reader;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;

/**
 * Answers the requests of a read from what its earlier runs have read, and suspends it at the first
 * rows that are not known yet. So several reads can be suspended, their rows be read in one round
 * trip, and each run again. (The idea is that of Marlow et al. 2014, <i>There is no Fork: an
 * Abstraction for Efficient, Concurrent, and Concise Data Access</i>.) Used by one thread.
 */
final class Replay implements Reader {
  private final Access access;
  private final List<Step> steps = new ArrayList<>();
  private int position;
  private Thread runner;

  /** A request, and the answer to it. */
  private record Step(Object request, Object answer) {}

  /**
   * Ends a run of a read at rows that are not known yet. Not an exception, which reads may catch.
   */
  static final class SuspendedError extends Error {
    private static final long serialVersionUID = 1L;

    private final transient List<Get> wanted;

    SuspendedError(List<Get> wanted) {
      super("a read of a batch waits for rows", null, false, false);
      this.wanted = wanted;
    }

    List<Get> wanted() {
      return wanted;
    }
  }

  /**
   * @param access makes the scans
   */
  Replay(Access access) {
    this.access = access;
  }

  /** Begins another run, in the thread that calls. */
  void begin() {
    position = 0;
    runner = Thread.currentThread();
  }

  /** Ends a run: until the next, nothing can be read. */
  void end() {
    runner = null;
  }

  /** Remembers the answer to the request at which the last run was suspended. */
  void answer(List<Get> gets, List<Row> rows) {
    steps.add(new Step(gets, rows));
  }

  @Override
  @SuppressWarnings("unchecked")
  public List<Row> get(List<Get> gets) {
    return (List<Row>)
        replayed(
            List.copyOf(gets),
            () -> {
              throw new SuspendedError(List.copyOf(gets));
            });
  }

  @Override
  public ScanPage scan(Scan scan) {
    return (ScanPage) replayed(scan, () -> access.scan(scan));
  }

  @Override
  @SuppressWarnings("unchecked")
  public void scanAll(List<Scan> scans, Consumer<ScanPage> receiver) {
    List<ScanPage> pages =
        (List<ScanPage>)
            replayed(
                List.copyOf(scans),
                () -> {
                  List<ScanPage> read = new ArrayList<>();
                  access.scanAll(scans, read::add);
                  return read;
                });
    pages.forEach(receiver);
  }

  private Object replayed(Object request, Supplier<Object> unknown) {
    if (runner != Thread.currentThread()) {
      throw new IllegalStateException(
          "the reader of a read of a batch was used outside of this read; use it only inside its"
              + " function and in the same thread, and collect a stream there");
    }
    if (position < steps.size() && !steps.get(position).request().equals(request)) {
      // What earlier runs have learned may lead another way than before: mostly past requests that
      // are not needed any more.
      int later = position + 1;
      while (later < steps.size() && !steps.get(later).request().equals(request)) {
        later++;
      }
      steps.subList(position, later).clear();
    }
    if (position == steps.size()) {
      steps.add(new Step(request, unknown.get()));
    }
    return steps.get(position++).answer();
  }
}
