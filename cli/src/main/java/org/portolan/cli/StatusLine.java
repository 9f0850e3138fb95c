package org.portolan.cli;

import java.io.PrintWriter;
import org.portolan.bench.api.LiveLine;

/** The status of a benchmark: a rewritten line on a terminal, otherwise a line now and then. */
final class StatusLine implements LiveLine, AutoCloseable {
  private static final String BEGIN_OF_LINE_CLEARED = "\r\033[K";
  private static final long LINE_EVERY_NANOS = 5_000_000_000L;

  private final PrintWriter err;
  private final boolean terminal = Progress.onTerminal();
  private long lineNanos = System.nanoTime();
  private boolean open;

  StatusLine(PrintWriter err) {
    this.err = err;
  }

  @Override
  public synchronized void show(String text) {
    if (terminal) {
      err.print(BEGIN_OF_LINE_CLEARED + text);
      err.flush();
      open = !text.isEmpty();
    } else if (!text.isEmpty() && System.nanoTime() - lineNanos >= LINE_EVERY_NANOS) {
      lineNanos = System.nanoTime();
      err.println(text);
    }
  }

  @Override
  public synchronized void close() {
    if (open) {
      err.println();
      open = false;
    }
  }
}
