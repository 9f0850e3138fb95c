package org.portolan.cli.cluster;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;
import org.portolan.cli.Progress;
import org.portolan.cluster.ClusterListener;

/** Prints the progress of a start: jars as a bar, servers as a line each. */
final class StartProgress implements ClusterListener, AutoCloseable {
  private final PrintWriter out;
  private final PrintWriter err;
  private final long startNanos = System.nanoTime();
  private Progress jars;
  private int servers;

  StartProgress(PrintWriter out, PrintWriter err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public void fetching(int fetched, int expected) {
    if (jars == null) {
      err.println("fetching the servers' jars with Maven; later starts use these jars");
      jars = new Progress("fetch", "jars", OptionalLong.of(expected), err);
    }
    jars.reached(fetched);
  }

  @Override
  public void note(String line) {
    out.println(line);
  }

  @Override
  public void reached(String server, Duration after) {
    close();
    servers++;
    out.println(
        String.format(Locale.ROOT, "%s is up seconds=%.1f", server, after.toMillis() / 1000.0));
  }

  /** Returns the number of servers that have been reached. */
  int servers() {
    return servers;
  }

  /** Returns the seconds since the beginning. */
  double seconds() {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  @Override
  public void close() {
    if (jars != null) {
      jars.close();
      jars = null;
    }
  }
}
